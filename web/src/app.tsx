import { useEffect } from "preact/hooks";
import { BoardArea } from "./board/BoardArea";
import { save } from "./game";
import * as game from "./game";
import { Analyse } from "./panels/Analyse";
import { GamePanel } from "./panels/GamePanel";
import { Learn } from "./panels/Learn";
import { Puzzles } from "./panels/Puzzles";
import { SetUp } from "./panels/SetUp";
import { theme } from "./settings";
import { tab, tabs } from "./tabs";

export function App() {
  const at = game.current.value;
  const changed = game.version.value;
  useEffect(() => {
    if (tab.value === "game" || tab.value === "analyse") save();
  }, [at, changed]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, [role=tablist], [role=slider]")) return;
      const here = game.current.value;
      if (event.key === "ArrowLeft" && here.parent) game.goTo(here.parent);
      else if (event.key === "ArrowRight" && here.children[0]) game.goTo(here.children[0]);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  return (
    <>
      <header class="top">
        <h1>
          sow <span>the board</span>
        </h1>
        <ThemeButton />
      </header>
      <main>
        <BoardArea />
        <section class="side" aria-label="Panels">
          <Tabs />
          <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${tab.value}`} tabIndex={-1}>
            {tab.value === "game" && <GamePanel />}
            {tab.value === "analyse" && <Analyse />}
            {tab.value === "puzzles" && <Puzzles />}
            {tab.value === "learn" && <Learn />}
            {tab.value === "set-up" && <SetUp />}
          </div>
        </section>
      </main>
    </>
  );
}

function Tabs() {
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const index = tabs.findIndex(([id]) => id === tab.value);
    tab.value = tabs[(index + by + tabs.length) % tabs.length]![0];
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="What to do" onKeyDown={step}>
      {tabs.map(([id, words]) => (
        <button
          key={id}
          id={`tab-${id}`}
          role="tab"
          aria-selected={tab.value === id}
          aria-controls="panel"
          tabIndex={tab.value === id ? 0 : -1}
          onClick={() => (tab.value = id)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

function ThemeButton() {
  const next = { auto: "dark", dark: "light", light: "auto" } as const;
  const sign = { auto: "◐", dark: "●", light: "○" }[theme.value];
  return (
    <button class="plain" onClick={() => (theme.value = next[theme.value])} title="Colours: automatic, dark, light">
      <span aria-hidden="true">{sign}</span> <span class="wide">{theme.value}</span>
      <span class="unseen"> colours</span>
    </button>
  );
}
