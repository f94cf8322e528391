//! What a rule option can be set to, and the macros that give options their names.

/// A value of a rule option, with a name for each choice.
pub trait RuleValue: Sized + Copy + PartialEq {
    /// Reads a value; underscores and hyphens are the same.
    fn parse(text: &str) -> Option<Self>;
    /// The value as it is written after `KEY=`.
    fn text(&self) -> String;
    /// The values to choose from, or a pattern such as `N` where there are too many to list.
    fn choices() -> &'static [&'static str];
}

impl RuleValue for bool {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "yes" | "on" | "true" => Some(true),
            "no" | "off" | "false" => Some(false),
            _ => None,
        }
    }

    fn text(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }

    fn choices() -> &'static [&'static str] {
        &["yes", "no"]
    }
}

/// A limit that may be off: a positive number of up to 32 bits, or `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionalLimit(pub Option<u64>);

impl RuleValue for OptionalLimit {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "off" | "no" => Some(Self(None)),
            number => match number.parse() {
                Ok(0) | Err(_) => None,
                // Turns of several choices count their laps in 32 bits.
                Ok(laps) if laps > u64::from(u32::MAX) => None,
                Ok(laps) => Some(Self(Some(laps))),
            },
        }
    }

    fn text(&self) -> String {
        self.0
            .map_or_else(|| "off".to_owned(), |laps| laps.to_string())
    }

    fn choices() -> &'static [&'static str] {
        &["off", "N"]
    }
}

/// Declares an enum whose variants have names for the command line.
macro_rules! rule_choices {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $crate::rules::RuleValue for $name {
            fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn text(&self) -> String {
                match self { $(Self::$variant => $text,)+ }.to_owned()
            }

            fn choices() -> &'static [&'static str] {
                &[$($text,)+]
            }
        }
    };
}
pub(crate) use rule_choices;

/// Declares the options of a game as a struct whose fields can be read and set by key.
macro_rules! rule_options {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $key:literal $field:ident: $type:ty,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name { $($(#[$doc])* pub $field: $type,)+ }

        impl $crate::rules::Options for $name {
            fn keys(&self) -> &'static [&'static str] {
                &[$($key,)+]
            }

            fn get(&self, key: &str) -> Option<String> {
                match key {
                    $($key => Some($crate::rules::RuleValue::text(&self.$field)),)+
                    _ => None,
                }
            }

            fn choices(&self, key: &str) -> Option<&'static [&'static str]> {
                match key {
                    $($key => Some(<$type as $crate::rules::RuleValue>::choices()),)+
                    _ => None,
                }
            }

            fn set(&mut self, key: &str, value: &str) -> bool {
                match key {
                    $($key => match <$type as $crate::rules::RuleValue>::parse(value) {
                        Some(parsed) => { self.$field = parsed; true }
                        None => false,
                    },)+
                    _ => false,
                }
            }
        }
    };
}
pub(crate) use rule_options;
