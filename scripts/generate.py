#!/usr/bin/env python3
"""Writes the test data that the engine is checked against, computed by reference.py.

    generate.py positions --seed N --count N [--limit LAPS]   random positions with all their turns
    generate.py rim --seed N --count N                        the same with pits about as full as they can be
    generate.py games --seed N --count N                      whole random games, every position
    generate.py perft                                         perft counts, one game after another
    generate.py all                                           everything under data/ again

Positions need not be reachable: odd sizes, few and many seeds, reserved holes, any flags, and any
mixture of rules. All but `all` write to standard output.
"""
import argparse
import json
import pathlib
import random

import reference

DATA = pathlib.Path(__file__).resolve().parent.parent / 'data'

# Options that decide how a game begins or ends, but not what a turn does.
WITHOUT_EFFECT_ON_TURNS = ('setup', 'never-ending')


def random_settings(game, rng):
    """The default, a named ruleset, or any mixture of options."""
    kind = rng.random()
    if kind < 0.25:
        return ()
    if kind < 0.5:
        return (rng.choice(list(reference.RULESETS[game])),)
    settings = []
    for key, values in reference.OPTIONS[game].items():
        if key not in WITHOUT_EFFECT_ON_TURNS and rng.random() < 0.45:
            settings.append(f'{key}={rng.choice(values)}')
    return tuple(settings)


def random_ring(pits, rng, most):
    """Few seeds or many, spread evenly or heaped up."""
    ring = [0] * pits
    seeds = min(most, int(pits * rng.choice([0.4, 0.8, 1.5, 2.5, 4, 7])) + rng.randrange(4))
    heap = rng.random() < 0.3
    favourites = rng.sample(range(pits), max(1, pits // 4))
    while seeds > 0:
        handful = min(seeds, rng.randint(1, 6) if heap else 1)
        ring[rng.choice(favourites) if heap and rng.random() < 0.6 else rng.randrange(pits)] += handful
        seeds -= handful
    return ring


def opening_of_the_nama(rng):
    """The start of Owela, perhaps after one of the set moves."""
    rules = reference.rules_of('owela', ['hus-nama-opening=chosen', f"direction={rng.choice(['clockwise', 'counter-clockwise'])}"])
    position = reference.start('owela', rng.choice([8, 10, 12]), rules)
    return rng.choice(reference.turns(position, rules))['after'] if rng.random() < 0.7 else position


def random_position(game, rng):
    if game == 'owela' and rng.random() < 0.15:
        return opening_of_the_nama(rng)
    columns = rng.randint(2, 12) if rng.random() < 0.95 else rng.randint(13, 36)
    position = reference.Position(game, columns)
    position.side = rng.randrange(2)
    for ring in position.rings:
        ring[:] = random_ring(2 * columns, rng, 120 if columns <= 12 else 400)
    side = lambda chance: rng.randrange(2) if rng.random() < chance else None
    if game == 'omweso':
        position.unmoved = {player for player in (0, 1) if rng.random() < 0.12}
        position.uncaptured = rng.random() < 0.3
        position.captured_once = side(0.3)
    if game == 'owela':
        position.unmoved = {player for player in (0, 1) if rng.random() < 0.2}
    if game == 'nsolo' and rng.random() < 0.15:
        position.rings[position.side] = [min(1, seeds) for seeds in position.rings[position.side]]
        if rng.random() < 0.2:
            position.rings[position.side] = [1] * (2 * columns)
    if game in ('bao-kingulu', 'anywoli'):
        position.stores = [rng.randrange(30), rng.randrange(30)]
    if game == 'bao-kingulu':
        chance = rng.choice([0, 0, 0.1, 0.3])
        for pit in range(2 * columns):
            if rng.random() < chance:
                position.reserved[pit] = True
                position.rings[0][pit] += rng.choice([0, 4, 5])
    if game == 'anywoli':
        position.last, position.first, position.starter = side(0.6), side(0.5), side(0.3)
        position.again = rng.random() < 0.2
        if rng.random() < 0.2:
            position.rings[0] = random_ring(2 * columns, rng, 12)
    return position


def to_json(line):
    return json.dumps(line, separators=(',', ':'))


def positions(seed, count, telling=False):
    """Random positions; `telling` ones only where each option set makes a difference to the turns."""
    rng = random.Random(seed)
    games = list(reference.OPTIONS)
    number = 0
    while number < count:
        game = games[number % len(games)]
        settings = random_settings(game, rng)
        position = random_position(game, rng)
        # Strips multiply turns: look at them on small boards, elsewhere leave them open.
        strips = game != 'nsolo' or (position.columns <= 3 and sum(position.rings[1 - position.side]) < 9)
        if telling:
            settings = tuple(setting for setting in settings if matters(position, settings, setting, strips))
            if not settings and rng.random() < 0.8:
                continue
        number += 1
        yield reference.line(position, settings, strips)


def rim(seed, count):
    """Boards on which pits pass the 255 seeds that the engine's pits can hold, or nearly."""
    rng = random.Random(seed)
    games = list(reference.OPTIONS)
    for number in range(count):
        game = games[number % len(games)]
        position = random_position(game, rng)
        if position.columns > 8:
            continue
        for ring in position.rings:
            for pit in range(len(ring)):
                if rng.random() < 0.5:
                    ring[pit] = rng.choice([0, 1, 2, 3, 250, 253, 254, 255, rng.randrange(256)])
        yield reference.line(position, random_settings(game, rng), game != 'nsolo')


def matters(position, settings, setting, strips):
    """Whether the turns are others without this setting."""
    without = tuple(other for other in settings if other != setting)
    return reference.line(position, settings, strips)['turns'] != reference.line(position, without, strips)['turns']


def games(seed, count):
    rng = random.Random(seed)
    for game in reference.OPTIONS:
        for ruleset in reference.RULESETS[game]:
            for _ in range(count):
                yield from one_game(game, ruleset, rng)


def one_game(game, ruleset, rng):
    sizes = {'omweso': [4, 5, 8], 'owela': [4, 6, 8], 'nsolo': [4, 8], 'bao-kingulu': [4, 6], 'anywoli': [4, 6, 12]}
    rules = reference.rules_of(game, [ruleset])
    position = reference.start(game, rng.choice(sizes[game]), rules)
    for _ in range(60):
        strips = game != 'nsolo'
        line = reference.line(position, (ruleset,), strips)
        found = reference.turns(position, rules, strips)
        if not found:
            return
        turn = rng.choice(found)
        line['played'] = dict(move=turn['move'])
        if 'after' in turn:
            if turn.get('bonus'):
                strip_at_random(position, rules, turn, rng)
            line['played'] = dict(move=turn['move'], after=str(turn['after']))
        yield line
        if 'after' not in turn or 'win' in turn:
            return
        position = turn['after']


def strip_at_random(position, rules, turn, rng):
    """Chooses the bonus of an open Nsolo turn: single stones, or whole holes."""
    enemy = turn['after'].rings[1 - position.side]
    taken = [0] * len(enemy)
    for _ in range(turn['bonus']):
        left = [i for i, seeds in enumerate(enemy) if seeds > taken[i] for _ in range(seeds - taken[i])]
        pit = rng.choice(left)
        taken[pit] += enemy[pit] if rules['capture'] != 'ndola' else 1
    for pit, seeds in enumerate(taken):
        enemy[pit] -= seeds
    marks = [reference.name(position, i) + (f'x{k}' if k > 1 else '') for i, k in enumerate(taken) if k]
    turn['move'] += ':' + ','.join(marks)


# ------------------------------------------------------------------------------------------- perft

MOST_NODES = 12_000  # the first depth with more leaves is the last one of an entry
SIZES = {'omweso': [3, 4, 8, 10], 'owela': [3, 6, 8, 16], 'nsolo': [3, 4, 8, 10], 'bao-kingulu': [3, 4, 6, 7],
         'anywoli': [2, 4, 6, 12]}


def perft_table(game):
    """Positions of every ruleset and several sizes: the start, and one met in random play."""
    rng = random.Random(game)
    yield f'# {game}: decisions counted by scripts/reference.py, written by scripts/generate.py.'
    yield '# A decision is a pit, a direction where both are allowed, a whole strip, each further sowing.'
    for ruleset in reference.RULESETS[game]:
        for columns in SIZES[game]:
            rules = reference.rules_of(game, [ruleset])
            position = reference.start(game, columns, rules)
            yield from perft_entry(position, ruleset, rules)
            middle = play_on(position, rules, rng, 2 * columns)
            if str(middle) != str(position):
                yield from perft_entry(middle, ruleset, rules)


def play_on(position, rules, rng, plies):
    """A position some plies further on in random play."""
    for _ in range(plies):
        found = [turn for turn in reference.turns(position, rules, position.game != 'nsolo')
                 if 'after' in turn and 'win' not in turn]
        if not found:
            return position
        turn = rng.choice(found)
        if turn.get('bonus'):
            strip_at_random(position, rules, turn, rng)
        if reference.finished(turn['after']) or not reference.turns(turn['after'], rules, False):
            return position
        position = turn['after']
    return position


def perft_entry(position, ruleset, rules):
    yield ''
    yield f'position {position}'
    yield f'rules {ruleset}'
    for depth in range(1, 12):
        try:
            nodes = reference.perft(position, rules, depth)
        except reference.Undecided:
            return
        yield f'perft {depth} {nodes}'
        if nodes == 0 or nodes > MOST_NODES:
            return


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(''.join(f'{line}\n' for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('what', choices=['positions', 'rim', 'games', 'perft', 'all'])
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=10)
    parser.add_argument('--limit', type=int, default=reference.LAP_LIMIT, help='laps after which a turn is undecided')
    options = parser.parse_args()
    reference.LAP_LIMIT = options.limit
    if options.what == 'positions':
        for line in positions(options.seed, options.count):
            print(to_json(line))
    elif options.what == 'rim':
        for line in rim(options.seed, options.count):
            print(to_json(line))
    elif options.what == 'games':
        for line in games(options.seed, options.count):
            print(to_json(line))
    elif options.what == 'perft':
        for game in reference.OPTIONS:
            print('\n'.join(perft_table(game)))
    else:
        write(DATA / 'games' / 'positions.jsonl', map(to_json, positions(20, 1800, telling=True)))
        write(DATA / 'games' / 'rim.jsonl', map(to_json, rim(22, 700)))
        write(DATA / 'games' / 'rulesets.jsonl', map(to_json, games(21, 3)))
        for game in reference.OPTIONS:
            write(DATA / 'perft' / f'{game}.perft', perft_table(game))


if __name__ == '__main__':
    main()
