#!/usr/bin/env python3
"""The rules of the five games once more, slow and literal, to test the engine against.

Seeds are sown one by one, a turn remembers every state that it has met, and every contested point
is read from the same options that the engine has, so that this file can be checked by reading it
beside `sow rules`. Nothing here is shared with the engine but the notation.

    reference.py turns POSITION [RULE ...]           all turns of a position, one JSON line
    reference.py perft POSITION DEPTH [RULE ...]     decisions `DEPTH` deep

RULE is the name of a ruleset or KEY=VALUE.
"""
import itertools
import json
import sys

LAP_LIMIT = 20_000  # laps after which a turn is given up as "undecided"

# ------------------------------------------------------------------------------------------ rules

OPTIONS = {
    'omweso': {
        'setup': ['4outer', '2all'],
        'capture': ['both', 'inner-alone'],
        'resow': ['lap-origin+1', 'turn-origin+1', 'landing+1'],
        'reverse-pits': ['four-left', 'mweiso', 'none'],
        'resow-cw': ['after-clockwise', 'any', 'mweiso'],
        'relay-reverse': ['yes', 'no'],
        'first-turn-captures': ['no', 'yes'],
        'okwesera': ['yes', 'no'],
        'both-end-columns': ['yes', 'no'],
        'four-end-pits-empty': ['no', 'yes'],
        'front-row-cleared': ['yes', 'no'],
        'akawumbi': ['12', '6', 'off'],
        'akakyala': ['no', 'yes'],
        'never-ending': ['annul', 'illegal', 'mover-loses'],
        'lap-cap': ['off', '1', '2', '3', '5', '8', '30'],
        'at-lap-cap': ['never-ending', 'turn-ends'],
    },
    'owela': {
        'setup': ['half', 'half-minus-one', 'four'],
        'capture': ['both', 'inner-suffices'],
        'direction': ['counter-clockwise', 'clockwise'],
        'first-turn-captures': ['yes', 'no'],
        'hus-nama-opening': ['off', 'chosen', 'copied'],
        'never-ending': ['annul', 'illegal', 'mover-loses'],
        'lap-cap': ['off', '1', '2', '3', '5', '8', '30'],
        'at-lap-cap': ['never-ending', 'turn-ends'],
    },
    'nsolo': {
        'setup': ['two', 'msuwa'],
        'capture': ['ndola', 'sanderson', 'msuwa'],
        'bonus': ['exact', 'up-to-k'],
        'singleton-captures': ['yes', 'no'],
        'stuck': ['loses', 'pass'],
        'never-ending': ['annul', 'illegal', 'mover-loses'],
        'lap-cap': ['off', '1', '2', '3', '5', '8', '30'],
        'at-lap-cap': ['never-ending', 'turn-ends'],
    },
    'bao-kingulu': {
        'reserved-seeds': ['in-hole', 'bank'],
        'end-in-reserved': ['stop', 'relay'],
        'sow-from-reserved': ['no', 'yes'],
        'penultimate': ['not-from-enemy', 'always', 'never-from-reserved'],
        'skip-origin': ['no', 'yes'],
        'never-ending': ['illegal', 'annul', 'mover-loses'],
        'lap-cap': ['off', '1', '2', '3', '5', '8', '30'],
        'at-lap-cap': ['never-ending', 'turn-ends'],
    },
    'anywoli': {
        'direction': ['counter-clockwise', 'clockwise'],
        'extra-move': ['compulsory', 'optional', 'none'],
        'last-seeds': ['last-capturer', 'first-last-seed-capturer', 'first-capturer', 'starter-takes-8',
                       'mover-takes', 'unclaimed', 'owner-of-row'],
        'last-seeds-tested': ['end-of-move', 'immediate'],
        'never-ending': ['illegal', 'annul', 'mover-loses'],
        'lap-cap': ['off', '1', '2', '3', '5', '8', '30'],
        'at-lap-cap': ['never-ending', 'turn-ends'],
    },
}

RULESETS = {
    'omweso': {
        'tournament': {},
        'wikipedia': {'okwesera': 'no', 'front-row-cleared': 'no'},
        'mcgill': {'okwesera': 'no', 'front-row-cleared': 'no', 'reverse-pits': 'none', 'relay-reverse': 'no',
                   'both-end-columns': 'no', 'akawumbi': 'off'},
        'mweiso': {'okwesera': 'no', 'front-row-cleared': 'no', 'setup': '2all', 'reverse-pits': 'mweiso',
                   'resow-cw': 'mweiso', 'first-turn-captures': 'yes', 'akawumbi': 'off'},
    },
    'owela': {
        'owela': {},
        'hus': {'capture': 'inner-suffices'},
        'half-minus-one': {'setup': 'half-minus-one'},
        'four': {'setup': 'four'},
        'mcgill': {'capture': 'inner-suffices', 'first-turn-captures': 'no'},
    },
    'nsolo': {
        'ndola': {},
        'sanderson': {'capture': 'sanderson'},
        'msuwa': {'setup': 'msuwa', 'capture': 'msuwa'},
    },
    'bao-kingulu': {'klamroth': {}},
    'anywoli': {
        'mancala-world': {},
        'wikipedia': {'extra-move': 'none', 'last-seeds': 'starter-takes-8'},
    },
}


def rules_of(game, settings):
    """The options of a game: its defaults, then rulesets and KEY=VALUE in the order given."""
    rules = {key: values[0] for key, values in OPTIONS[game].items()}
    for setting in settings:
        if '=' in setting:
            key, value = setting.split('=')
            assert value in OPTIONS[game][key] or key == 'lap-cap' and value.isdigit(), setting
            rules[key] = value
        else:
            rules = {key: values[0] for key, values in OPTIONS[game].items()}
            rules.update(RULESETS[game][setting])
    return rules


# -------------------------------------------------------------------------------------- positions

FOUR_ROWS = ('omweso', 'owela', 'nsolo')


class Position:
    """Players are 0 (South) and 1 (North).

    Four rows: `rings[player]` is a player's own circuit, 0..n-1 his back row from his left to his
    right, n..2n-1 his front row from his right to his left. Two rows: `rings[0]` is the whole board,
    0..n-1 South's holes from the left, n..2n-1 North's from his own left. Counter-clockwise is +1.
    """

    def __init__(self, game, columns):
        self.game, self.columns, self.side = game, columns, 0
        self.rings = [[0] * (2 * columns) for _ in range(2 if game in FOUR_ROWS else 1)]
        self.reserved = [False] * (2 * columns)
        self.stores = [0, 0]
        self.unmoved = set()
        self.uncaptured = self.again = False
        self.captured_once = self.last = self.first = self.starter = None

    def copy(self):
        other = Position(self.game, self.columns)
        other.__dict__.update(self.__dict__)
        other.rings = [ring[:] for ring in self.rings]
        other.reserved, other.stores, other.unmoved = self.reserved[:], self.stores[:], set(self.unmoved)
        return other

    def __str__(self):
        n = self.columns
        cell = lambda ring, i: f"{self.rings[ring][i]}{'*' if self.reserved[i] else ''}"
        if self.game in FOUR_ROWS:
            rows = [[cell(1, i) for i in reversed(range(n))], [cell(1, i) for i in range(n, 2 * n)],
                    [cell(0, i) for i in reversed(range(n, 2 * n))], [cell(0, i) for i in range(n)]]
        else:
            rows = [[cell(0, i) for i in reversed(range(n, 2 * n))], [cell(0, i) for i in range(n)]]
        words = [self.game, '/'.join(','.join(row) for row in rows), 'SN'[self.side]]
        if self.game not in FOUR_ROWS:
            words.append(f'{self.stores[0]}-{self.stores[1]}')
        if self.unmoved:
            words.append('unmoved:' + ''.join('SN'[player] for player in sorted(self.unmoved)))
        if self.uncaptured:
            words.append('uncaptured')
        for flag in ('captured_once', 'last', 'first', 'starter'):
            if getattr(self, flag) is not None:
                words.append(f"{flag.replace('_', '-')}:{'SN'[getattr(self, flag)]}")
        if self.again:
            words.append('again')
        return ' '.join(words)


def parse(text):
    game, rows, side, *rest = text.split()
    cells = []
    for row in rows.split('/'):
        line = []
        for cell in row.split(','):
            content, _, times = cell.partition('x')
            line += [content] * int(times or 1)
        cells.append(line)
    position = Position(game, len(cells[0]))
    position.side = 'SN'.index(side)
    number = lambda cell: int(cell.rstrip('*'))
    if game in FOUR_ROWS:
        north_back, north_front, south_front, south_back = cells
        position.rings = [[number(c) for c in south_back + south_front[::-1]],
                          [number(c) for c in north_back[::-1] + north_front]]
    else:
        ring = cells[1] + cells[0][::-1]
        position.rings = [[number(c) for c in ring]]
        position.reserved = [c.endswith('*') for c in ring]
    for word in rest:
        flag, _, value = word.partition(':')
        if flag == 'unmoved':
            position.unmoved = {'SN'.index(c) for c in value}
        elif flag in ('captured-once', 'last', 'first', 'starter'):
            setattr(position, flag.replace('-', '_'), 'SN'.index(value))
        elif flag in ('uncaptured', 'again'):
            setattr(position, flag, True)
        else:
            position.stores = [int(seeds) for seeds in word.split('-')]
    return position


def start(game, columns, rules):
    position = Position(game, columns)
    for ring in position.rings:
        for i in range(2 * columns):
            if game == 'omweso':
                ring[i] = 2 if rules['setup'] == '2all' else 4 if i < columns else 0
            elif game == 'owela':
                half = (columns + 1) // 2
                front = {'half': half, 'half-minus-one': half - 1, 'four': min(4, columns)}[rules['setup']]
                from_the_right = i - columns if rules['direction'] == 'counter-clockwise' else 2 * columns - 1 - i
                ring[i] = 2 if i < columns or from_the_right < front else 0
            elif game == 'nsolo':
                ring[i] = 0 if i == columns else 1 if i == columns + 1 and rules['setup'] == 'msuwa' else 2
            else:
                ring[i] = 4
    if game in ('omweso', 'owela') and rules['first-turn-captures'] == 'no':
        position.unmoved = {0, 1}
    if game == 'owela' and rules['hus-nama-opening'] != 'off':
        position.unmoved = {0, 1}
    if game == 'omweso':
        position.uncaptured = 'yes' in (rules['okwesera'], rules['akakyala'])
    return position


def name(position, pit):
    """What the owner of a pit calls it."""
    n = position.columns
    if position.game in FOUR_ROWS:
        return f'b{pit + 1}' if pit < n else f'f{2 * n - pit}'
    return str(pit % n + 1)


# ------------------------------------------------------------------------------------ what is sown

class NeverEnds(Exception):
    """The turn has come back to a state that it had already met, `period` laps before."""

    def __init__(self, period):
        self.period = period


class Undecided(Exception):
    """The turn was given up."""


class Capped(Exception):
    """The turn has reached the lap cap, where that cuts it off."""


class Overfull(Exception):
    """A pit has passed the 255 seeds that the engine's pits can hold: it gives up there, and so does this."""


MOST = 255


def check(*rings):
    """Whatever has fallen into the pits has room there."""
    if any(seeds > MOST for ring in rings for seeds in ring):
        raise Overfull


HOW_IT_FAILED = {Undecided: 'undecided', Capped: 'capped', Overfull: 'overfull'}


class Laps:
    """Counts the laps of a turn and remembers every state that it has met."""

    def __init__(self, rules, laps=0, met=()):
        self.rules, self.count, self.met = rules, laps, dict(met)
        self.cap = None if rules['lap-cap'] == 'off' else int(rules['lap-cap'])

    def ends_turn(self):
        """Whether the rules end the turn here, where a lap has just been sown: nothing is lifted or captured any more."""
        return self.cap == self.count and self.rules['at-lap-cap'] == 'turn-ends'

    def begin(self, *state):
        """The next lap is about to be sown."""
        if self.cap is not None and self.count >= self.cap:
            raise Capped
        self.meet(*state)

    def meet(self, *state):
        # A turn that the rules end in time cannot go on for ever.
        bounded = self.cap is not None and self.rules['at-lap-cap'] == 'turn-ends'
        if state in self.met and not bounded:
            raise NeverEnds(self.count - self.met[state])
        if self.count >= LAP_LIMIT:
            raise Undecided
        self.met[state] = self.count

    def fork(self):
        return Laps(self.rules, self.count, self.met)


def sow(ring, pit, seeds, step):
    """Drops `seeds` one by one, the first beside `pit`; returns where the last one fell."""
    while seeds:
        pit = (pit + step) % len(ring)
        ring[pit] += 1
        seeds -= 1
    return pit


def facing(columns, pit):
    """The enemy's front and back pit that face a player's front pit."""
    place_from_my_left = 2 * columns - pit          # f1 .. fn
    front_of_enemy = columns + 1 - place_from_my_left
    return 2 * columns - front_of_enemy, front_of_enemy - 1


def turns(position, rules, strips=True):
    """Every turn as a dict: `move`, and `after` with `laps` and `captured`, or `never` or `undecided`."""
    return {'omweso': omweso, 'owela': owela, 'nsolo': lambda p, r: nsolo(p, r, strips),
            'bao-kingulu': bao_kingulu, 'anywoli': anywoli}[position.game](position, rules)


# ------------------------------------------------------------------------------------------ Omweso

def reversing_pits(rules, columns):
    front = lambda place: 2 * columns - place       # f1 is the owner's leftmost
    return {'four-left': {0, 1, front(1), front(2)}, 'mweiso': {0, front(2)}, 'none': set()}[rules['reverse-pits']]


def omweso(position, rules):
    me, foe, n = position.side, 1 - position.side, position.columns
    reversing = reversing_pits(rules, n)
    position = position.copy()
    if rules['first-turn-captures'] == 'yes':
        position.unmoved = set()
    if rules['akakyala'] == 'no':
        position.captured_once = None
    capturing = me not in position.unmoved
    found = []

    def takes(enemy, pit):
        if pit < n:
            return False
        front, back = facing(n, pit)
        return enemy[front] > 0 and (enemy[back] > 0 or rules['capture'] == 'inner-alone')

    def clockwise_captures(own, enemy, pit, hand):
        tried = own[:]
        end = sow(tried, pit, hand, -1)
        return tried[end] > 1 and takes(enemy, end)

    def over(move, own, enemy, laps, captured, columns_hit):
        after = position.copy()
        after.rings[me], after.rings[foe] = own, enemy
        after.side = foe
        after.unmoved.discard(me)
        turn = dict(move=move, after=after, laps=laps, captured=captured)
        if captured:
            after.uncaptured = False
            after.captured_once = me if rules['akakyala'] == 'yes' and position.uncaptured else None
            ends = [enemy[0], enemy[n - 1], enemy[n], enemy[2 * n - 1]]
            if not any(enemy) and rules['akawumbi'] != 'off':
                turn['win'] = 'akawumbi'
            elif rules['both-end-columns'] == 'yes' and {n, 2 * n - 1} <= columns_hit:
                turn['win'] = 'two-heads'
            elif rules['four-end-pits-empty'] == 'yes' and not any(ends):
                turn['win'] = 'four-end-pits'
            elif rules['front-row-cleared'] == 'yes' and not any(enemy[n:]):
                turn['win'] = 'front-row'
            elif rules['akakyala'] == 'yes' and position.captured_once == me:
                turn['win'] = 'akakyala'
        found.append(turn)

    def walk(move, own, enemy, pit, hand, laps, captured, columns_hit, chain, origin, step=0, may_turn=True):
        """Seeds are in hand at `pit`: sows them and goes on to the end of the turn, or to a point where
        both directions are allowed, and from there both ways. `step` 0 is yet to be decided. `chain`:
        every lap so far was clockwise."""
        try:
            while True:
                if not step and may_turn and capturing and pit in reversing and clockwise_captures(own, enemy, pit, hand):
                    laps.meet('choice', tuple(own), tuple(enemy), pit, hand, chain)
                    for mark, way in (('>', 1), ('<', -1)):
                        walk(move + mark, own[:], enemy[:], pit, hand, laps.fork(), captured, set(columns_hit),
                             chain and way == -1, origin, way)
                    return
                if not step:
                    step, chain = 1, False
                laps.begin('lap', tuple(own), tuple(enemy), pit, hand, step)
                end = sow(own, pit, hand, step)
                laps.count += 1
                check(own)
                if own[end] == 1 or laps.ends_turn():
                    return over(move, own, enemy, laps.count, captured, columns_hit)
                if capturing and takes(enemy, end):
                    front, back = facing(n, end)
                    hand = enemy[front] + enemy[back]
                    enemy[front] = enemy[back] = 0
                    captured += hand
                    columns_hit.add(end)
                    pit = {'lap-origin+1': pit, 'turn-origin+1': origin, 'landing+1': end}[rules['resow']]
                    may_turn = {'after-clockwise': step == -1, 'any': True, 'mweiso': chain}[rules['resow-cw']]
                else:
                    hand, own[end], pit = own[end], 0, end
                    may_turn, chain = rules['relay-reverse'] == 'yes', False
                step = 0
        except NeverEnds as never:
            found.append(dict(move=move, never=never.period))
        except tuple(HOW_IT_FAILED) as why:
            found.append({'move': move, HOW_IT_FAILED[type(why)]: True})

    for pit in range(2 * n):
        own, enemy = position.rings[me][:], position.rings[foe][:]
        if own[pit] == 3 and position.uncaptured and rules['okwesera'] == 'yes':
            changed = own[:]
            changed[pit] = 0
            changed[(pit + 1) % (2 * n)] += 2
            changed[(pit + 2) % (2 * n)] += 1
            if max(changed) > MOST:
                found.append(dict(move=name(position, pit) + '=', overfull=True))
            else:
                over(name(position, pit) + '=', changed, enemy[:], 1, 0, set())
        if own[pit] >= 2:
            hand, own[pit] = own[pit], 0
            walk(name(position, pit), own, enemy, pit, hand, Laps(rules), 0, set(), True, pit)
    return found


# ------------------------------------------------------------------------------------------- Owela

def set_moves(position, rules):
    """The four stylised first moves of the Nama, as (pit, ring after it), or none."""
    n, own = position.columns, position.rings[position.side]
    if position.side not in position.unmoved or n % 2 or n < 8:
        return []
    place = lambda number: number if rules['direction'] == 'counter-clockwise' else n + 1 - number
    back, front = lambda number: place(number) - 1, lambda number: 2 * n - place(number)
    half, moves = n // 2, []
    for pit, first in ((back(half), half + 1), (back(half + 1), half + 2), (back(half + 2), half + 3),
                       (front(half + 1), half + 2)):
        if own[pit] == 2:
            after = own[:]
            after[pit] = 0
            after[front(first)] += 1
            after[front(first + 1)] += 1
            moves.append((pit, after))
    if rules['hus-nama-opening'] == 'copied' and 1 - position.side not in position.unmoved:
        copies = [(pit, after) for pit, after in moves if after == position.rings[1 - position.side]]
        return copies or moves
    return moves


def owela(position, rules):
    me, foe, n = position.side, 1 - position.side, position.columns
    step = 1 if rules['direction'] == 'counter-clockwise' else -1
    position = position.copy()
    if rules['first-turn-captures'] == 'yes' and rules['hus-nama-opening'] == 'off':
        position.unmoved = set()
    captures = rules['first-turn-captures'] == 'yes' or me not in position.unmoved
    if rules['hus-nama-opening'] != 'off':
        opening = []
        for pit, ring in set_moves(position, rules):
            after = position.copy()
            after.rings[me], after.side = ring, foe
            after.unmoved.discard(me)
            turn = dict(move=name(position, pit) + '=')
            opening.append(dict(turn, overfull=True) if max(ring) > MOST else dict(turn, after=after, laps=1, captured=0))
        if opening:
            return opening
    found = []
    for start_pit in range(2 * n):
        if position.rings[me][start_pit] < 2:
            continue
        after = position.copy()
        own, enemy = after.rings[me], after.rings[foe]
        pit, hand, captured, laps = start_pit, own[start_pit], 0, Laps(rules)
        own[pit] = 0
        turn = dict(move=name(position, start_pit))
        try:
            while True:
                laps.begin(tuple(own), tuple(enemy), pit, hand)
                pit = sow(own, pit, hand, step)
                laps.count += 1
                check(own)
                if own[pit] == 1 or laps.ends_turn():
                    break
                hand = 0
                if pit >= n and captures:
                    front, back = facing(n, pit)
                    if enemy[front] and (enemy[back] or rules['capture'] == 'inner-suffices'):
                        hand = enemy[front] + enemy[back]
                        enemy[front] = enemy[back] = 0
                        captured += hand
                if not hand:
                    hand, own[pit] = own[pit], 0
            after.side = foe
            after.unmoved.discard(me)
            turn.update(after=after, laps=laps.count, captured=captured)
        except NeverEnds as never:
            turn['never'] = never.period
        except tuple(HOW_IT_FAILED) as why:
            turn[HOW_IT_FAILED[type(why)]] = True
        found.append(turn)
    return found


# ------------------------------------------------------------------------------------------- Nsolo

def nsolo(position, rules, strips):
    me, foe, n = position.side, 1 - position.side, position.columns
    own = position.rings[me]
    if not sum(own) or not sum(position.rings[foe]):
        return []
    starts = [i for i in range(2 * n) if own[i] >= 2]
    if not starts:
        starts = [i for i in range(2 * n) if own[i] == 1 and own[(i + 1) % (2 * n)] == 0]
    if not starts and rules['stuck'] == 'pass':
        after = position.copy()
        after.side = foe
        return [dict(move='pass', after=after, laps=0, captured=0, bonus=0)]
    found = []
    for start_pit in starts:
        found += nsolo_turns_from(position, rules, strips, start_pit)
    return found


def nsolo_turns_from(position, rules, strips, start_pit):
    me, foe, n = position.side, 1 - position.side, position.columns
    after = position.copy()
    own, enemy = after.rings[me], after.rings[foe]
    move = name(position, start_pit)
    pit, hand, laps = start_pit, own[start_pit], Laps(rules)
    single = hand == 1
    own[pit] = 0
    try:
        while True:
            laps.begin(tuple(own), pit, hand)
            pit = sow(own, pit, hand, 1)
            laps.count += 1
            check(own)
            if own[pit] == 1 or laps.ends_turn():
                break
            hand, own[pit] = own[pit], 0
    except NeverEnds as never:
        return [dict(move=move, never=never.period)]
    except tuple(HOW_IT_FAILED) as why:
        return [{'move': move, HOW_IT_FAILED[type(why)]: True}]
    after.side = foe
    taken = 0
    if own[pit] == 1 and pit >= n and not (single and rules['singleton-captures'] == 'no'):
        front, back = facing(n, pit)
        taken = enemy[front]
        enemy[front] = 0
        if taken and rules['capture'] != 'ndola':
            taken += enemy[back]
            enemy[back] = 0
    full = [i for i in range(2 * n) if enemy[i]]
    due = {'ndola': min(taken, sum(enemy)), 'sanderson': min(1, len(full)), 'msuwa': min(2, len(full))}
    bonus = due[rules['capture']] if taken else 0
    if not bonus or not strips:
        return [dict(move=move, after=after, laps=laps.count, captured=taken, bonus=bonus)]
    amounts = range(bonus + 1) if rules['bonus'] == 'up-to-k' else [bonus]
    found = []
    for amount in amounts:
        if rules['capture'] == 'ndola':
            choices = ways_to_take(enemy, amount)
        else:
            choices = [[enemy[i] if i in holes else 0 for i in range(2 * n)]
                       for holes in itertools.combinations(full, amount)]
        for choice in choices:
            end = after.copy()
            end.rings[foe] = [seeds - gone for seeds, gone in zip(enemy, choice)]
            marks = [name(position, i) + (f'x{gone}' if gone > 1 else '') for i, gone in enumerate(choice) if gone]
            found.append(dict(move=move + (':' if marks else '') + ','.join(marks), after=end, laps=laps.count,
                              captured=taken + sum(choice), bonus=bonus))
    return found


def ways_to_take(pits, amount):
    """Every way to take `amount` single stones from the pits."""
    if not pits:
        return [[]] if amount == 0 else []
    return [[here] + rest for here in range(min(pits[0], amount) + 1) for rest in ways_to_take(pits[1:], amount - here)]


# ------------------------------------------------------------------------------------- Bao Kingulu

def bao_kingulu(position, rules):
    me, n = position.side, position.columns
    row_of = lambda pit: 0 if pit < n else 1
    owner_of = lambda pit: 1 - row_of(pit) if position.reserved[pit] else row_of(pit)
    found = []
    for start_pit in range(2 * n):
        here = position.rings[0][start_pit]
        at_home = row_of(start_pit) == me
        if not here or owner_of(start_pit) != me or (not at_home and rules['sow-from-reserved'] == 'no'):
            continue
        turn = dict(move=name(position, start_pit) + ('' if at_home else '*'))
        try:
            result = bao_sowing(position, rules, start_pit)
            if result is None:
                continue
            turn.update(result)
        except NeverEnds as never:
            turn['never'] = never.period
        except tuple(HOW_IT_FAILED) as why:
            turn[HOW_IT_FAILED[type(why)]] = True
        found.append(turn)
    return found


def bao_sowing(position, rules, start_pit):
    """One move; None where it is illegal."""
    me, n = position.side, position.columns
    row_of = lambda pit: 0 if pit < n else 1
    after = position.copy()
    board = after.rings[0]
    pit, hand, laps = start_pit, board[start_pit], Laps(rules)
    board[pit] = 0
    while True:
        laps.begin(tuple(board), tuple(after.stores), pit, hand)
        fell, origin = [], pit                       # the pits in which the lap's seeds fell
        for _ in range(hand):
            pit = (pit + 1) % (2 * n)
            if pit == origin and rules['skip-origin'] == 'yes':
                pit = (pit + 1) % (2 * n)
            fell.append(pit)
            if after.reserved[pit] and rules['reserved-seeds'] == 'bank':
                after.stores[1 - row_of(pit)] += 1
            else:
                board[pit] += 1
        laps.count += 1
        check(board)
        at_home = row_of(pit) == me
        if after.reserved[pit]:
            goes_on = rules['end-in-reserved'] == 'relay' and rules['reserved-seeds'] == 'in-hole'
            if not goes_on or board[pit] == 1:
                break
        elif board[pit] == 1:
            opposite = 2 * n - 1 - pit
            if at_home and board[opposite] and not after.reserved[opposite]:
                captured = board[opposite] + 1
                after.stores[me] += captured
                board[opposite] = board[pit] = 0
                after.side = 1 - me
                return dict(after=after, laps=laps.count, captured=captured)
            break
        elif at_home and laps.count == 1:
            return None
        elif not at_home and board[pit] == 4:
            found_child(after, rules, fell)
            break
        if laps.ends_turn():
            break
        hand, board[pit] = board[pit], 0
    after.side = 1 - me
    return dict(after=after, laps=laps.count, captured=0)


def found_child(after, rules, fell):
    """Kuweka mtoto: the last seed made four in an enemy hole."""
    me, n, board = after.side, after.columns, after.rings[0]
    child = fell[-1]
    after.reserved[child] = True
    if len(fell) < 2:
        return
    previous = fell[-2]
    is_reserved = after.reserved[previous]
    owner = (0 if previous < n else 1) ^ is_reserved
    if is_reserved and rules['penultimate'] == 'never-from-reserved':
        return
    if is_reserved and owner != me and rules['penultimate'] == 'not-from-enemy':
        return
    if is_reserved and rules['reserved-seeds'] == 'bank':
        after.stores[owner] -= 1
    else:
        board[previous] -= 1
    board[child] += 1


# ----------------------------------------------------------------------------------------- Anywoli

CLAIMS = {'last-capturer': 'last', 'first-capturer': 'first', 'first-last-seed-capturer': 'first',
          'starter-takes-8': 'starter'}


def anywoli(position, rules):
    """One sowing an entry; `again` says that the same player sows once more."""
    me, n = position.side, position.columns
    position = position.copy()
    claim = CLAIMS.get(rules['last-seeds'])
    for flag in ('last', 'first', 'starter'):
        if flag != claim:
            setattr(position, flag, None)
    if claim == 'starter' and position.starter == 0:
        position.starter = None                      # South begins unless it is said otherwise
    may_stop = position.again and rules['extra-move'] == 'optional'
    position.again = False
    own_row = range(n) if me == 0 else range(n, 2 * n)
    if not any(position.rings[0]):
        return []
    found = []
    passed = position.copy()
    passed.side = 1 - me
    if not any(position.rings[0][pit] for pit in own_row):
        return [dict(move='pass', after=passed, laps=0, captured=0)]
    if may_stop:
        found.append(dict(move='stop', after=passed, laps=0, captured=0))
    for start_pit in own_row:
        if position.rings[0][start_pit]:
            turn = dict(move=name(position, start_pit))
            try:
                turn.update(anywoli_sowing(position, rules, start_pit))
            except NeverEnds as never:
                turn['never'] = never.period
            except tuple(HOW_IT_FAILED) as why:
                turn[HOW_IT_FAILED[type(why)]] = True
            found.append(turn)
    return found


def anywoli_sowing(position, rules, start_pit):
    me, n = position.side, position.columns
    step = 1 if rules['direction'] == 'counter-clockwise' else -1
    last_few = 8 if rules['last-seeds'] == 'starter-takes-8' else 4
    at_once = rules['last-seeds-tested'] == 'immediate'
    row_of = lambda pit: 0 if pit < n else 1
    after = position.copy()
    board = after.rings[0]
    before = sum(after.stores)
    pit, hand, laps = start_pit, board[start_pit], Laps(rules)
    board[pit] = 0

    def take(player, with_last_seed):
        board[pit] = 0
        after.stores[player] += 4
        if rules['last-seeds'] == 'last-capturer':
            after.last = player
        elif rules['last-seeds'] == 'first-capturer' or rules['last-seeds'] == 'first-last-seed-capturer' and with_last_seed:
            if after.first is None:
                after.first = player

    def settle(next_player, in_hand=0):
        """Gives the last seeds away if only they remain; true if that ended the game."""
        left = sum(board) + in_hand
        if left == 0 or left > last_few:
            return False
        kind = rules['last-seeds']
        if kind in ('last-capturer', 'first-capturer', 'first-last-seed-capturer'):
            taker = after.last if kind == 'last-capturer' else after.first
            if taker is None:
                return False
            after.stores[taker] += left
        elif kind == 'starter-takes-8':
            after.stores[after.starter or 0] += left
        elif kind == 'mover-takes':
            after.stores[next_player] += left
        elif kind == 'owner-of-row':
            for i in range(2 * n):
                after.stores[row_of(i)] += board[i]
            after.stores[row_of(pit)] += in_hand     # where sowing stopped
        board[:] = [0] * (2 * n)
        return True

    again = over = False
    while not over:
        laps.begin(tuple(board), pit, hand)
        laps.count += 1
        while hand and not over:
            pit = (pit + step) % (2 * n)
            board[pit] += 1
            check(board)
            hand -= 1
            if hand and board[pit] == 4:
                take(row_of(pit), False)
                over = at_once and settle(1 - me, hand)
        if over or board[pit] == 1:
            break
        if board[pit] == 4:
            take(me, True)
            again = rules['extra-move'] != 'none'
            break
        if laps.ends_turn():
            break
        hand, board[pit] = board[pit], 0
    after.side = me if again else 1 - me
    if not over:
        settle(after.side)
    row = board[:n] if after.side == 0 else board[n:]
    after.again = again and rules['extra-move'] == 'optional' and any(row)
    result = dict(after=after, laps=laps.count, captured=sum(after.stores) - before)
    if again:
        result['again'] = True
    return result


# ------------------------------------------------------------------------------------------- perft

def decisions(move):
    """The decisions in a turn's text: a pit, directions, a whole strip."""
    head, colon, strip = move.partition(':')
    pit = head.rstrip('<>')
    return [pit, *head[len(pit):]] + ([strip] if colon else [])


def finished(position):
    if position.game == 'anywoli':
        return not any(position.rings[0])
    return position.game == 'nsolo' and not all(sum(ring) for ring in position.rings)


def perft(position, rules, depth):
    """How many ways there are to decide `depth` times. A never-ending move counts at the last ply,
    unless it is illegal, and is not expanded above it; nothing is counted below a finished game.
    Raises Undecided where a turn is too long for this program."""
    if depth == 0:
        return 1
    if finished(position):
        return 0
    total, seen = 0, set()
    for turn in turns(position, rules):
        path = tuple(decisions(turn['move']))
        if turn.get('bonus') and ':' not in turn['move']:
            path += ('',)                            # a strip of nothing is a decision too
        if 'undecided' in turn or 'overfull' in turn:
            turn['undecided'] = True
        if 'capped' in turn:
            turn['never'] = None                     # by policy of the rules
        if len(path) < depth and ('undecided' in turn or 'never' in turn and len(path) > 1):
            raise Undecided                          # it may go through more choices than are listed
        if 'undecided' in turn and rules['never-ending'] == 'illegal':
            raise Undecided                          # it may be illegal
        if len(path) >= depth:
            never = 'never' in turn and len(path) == depth
            if not (never and rules['never-ending'] == 'illegal'):
                seen.add(path[:depth])
        elif 'after' in turn and 'win' not in turn:
            total += perft(turn['after'], rules, depth - len(path))
    return total + len(seen)


# -------------------------------------------------------------------------------------------- text

def line(position, settings=(), strips=True):
    """A position with all its turns, as one JSON object."""
    shown = []
    for turn in turns(position, rules_of(position.game, settings), strips):
        entry = {key: value for key, value in turn.items() if key != 'after'}
        if strips:
            entry.pop('bonus', None)
        if 'after' in turn:
            entry['after'] = str(turn['after'])
        shown.append(entry)
    result = dict(position=str(position), turns=shown)
    if settings:
        result['rules'] = ' '.join(settings)
    if not strips:
        result['sowings_only'] = True
    return result


def main(arguments):
    if arguments[:1] == ['turns'] and len(arguments) > 1:
        print(json.dumps(line(parse(arguments[1]), arguments[2:])))
    elif arguments[:1] == ['perft'] and len(arguments) > 2:
        position = parse(arguments[1])
        print(perft(position, rules_of(position.game, arguments[3:]), int(arguments[2])))
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
