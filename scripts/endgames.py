#!/usr/bin/env python3
"""Collects what endgame tables say.

    endgames.py add TABLE...   put the statistics of tables into data/results/endgame-tables.jsonl
    endgames.py page           write the tables of docs/endgames.md anew

A table is named by its game, board, rules and layers; adding one again replaces it.
"""
import argparse
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / 'data' / 'results' / 'endgame-tables.jsonl'
PAGE = ROOT / 'docs' / 'endgames.md'
GAMES = ['nsolo', 'owela', 'omweso', 'bao-kingulu', 'anywoli']


def sow(program, *arguments):
    answer = subprocess.run([program, *arguments], check=True, capture_output=True, text=True)
    return answer.stdout


def tables():
    return [json.loads(line) for line in RESULTS.read_text().splitlines()]


def add(program, paths):
    rows = {row['table']: row for row in tables()}
    for path in paths:
        row = json.loads(sow(program, '--json', 'tables', 'info', path))
        row['table'] = pathlib.Path(path).name
        rows[row['table']] = row
    lines = [json.dumps(rows[name], ensure_ascii=False) + '\n' for name in sorted(rows)]
    temporary = RESULTS.with_suffix('.part')
    temporary.write_text(''.join(lines))
    temporary.replace(RESULTS)


def seeds(layer):
    return sum(int(part) for part in layer['layer'].split('+'))


def by_seeds(rows):
    """For each number of seeds the layers of the largest table that has all of them."""
    found = {}
    for row in rows:
        layers = {}
        for layer in row['layers']:
            layers.setdefault(seeds(layer), []).append(layer)
        found.update(layers)
    return sorted(found.items())


def share(part, whole):
    if part == 0:
        return '0'
    percent = 100 * part / whole
    return f'{percent:.1f} %' if percent >= 0.05 else '< 0.05 %'


def extreme(layer):
    return layer.get('longest_win') or layer.get('largest_margin') or 0


def statistics(rows):
    is_margin = 'largest_margin' in rows[0]['layers'][0]
    last = '' if is_margin else ' longest win |'
    lines = [f'| seeds | positions | won | drawn | lost | mutual zugzwangs | bytes a position |{last}',
             '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |' + ('' if is_margin else ' ---: |')]
    for total, layers in by_seeds(rows):
        def sum_of(key):
            return sum(layer[key] for layer in layers)
        positions = sum_of('positions')
        cells = [total, f'{positions:,}']
        cells += [share(sum_of(key), positions) for key in ('wins', 'draws', 'losses', 'zugzwangs')]
        cells.append(f'{sum_of("bytes") / positions:.3f}')
        if not is_margin:
            cells.append(max(extreme(layer) for layer in layers))
        lines.append('| ' + ' | '.join(str(cell) for cell in cells) + ' |')
    return '\n'.join(lines)


def longest(program, rows):
    """The longest win of all, as a board."""
    layers = [layer for row in rows for layer in row['layers'] if layer.get('longest_win')]
    if not layers:
        return ''
    layer = max(layers, key=lambda layer: (extreme(layer), -seeds(layer)))
    board = sow(program, 'show', layer['position']).rstrip()
    return (f'\n\nThe longest win, {extreme(layer)} decisions, with {seeds(layer)} seeds: '
            f'`{layer["position"]}`\n\n```\n{board}\n```')


def page(program):
    text = PAGE.read_text()
    for name, rows in groups().items():
        body = statistics(rows) + longest(program, rows)
        mark = re.compile(rf'(<!-- begin {name} -->\n).*?(<!-- end {name} -->)', re.S)
        if not mark.search(text):
            raise SystemExit(f'{PAGE.name} has no place for {name}')
        text = mark.sub(lambda found: found.group(1) + body + "\n" + found.group(2), text)
    PAGE.write_text(text)


def groups():
    """Tables by game, board and rules, smaller ones first."""
    found = {}
    for row in sorted(tables(), key=lambda row: max(map(seeds, row['layers']))):
        name = f'{row["game"]} {row["columns"]} {row["rules"]}'
        found.setdefault(name, []).append(row)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', default=str(ROOT / 'target' / 'release' / 'sow'), help='the program sow')
    commands = parser.add_subparsers(dest='command', required=True)
    commands.add_parser('add').add_argument('tables', nargs='+')
    commands.add_parser('page')
    arguments = parser.parse_args()
    if arguments.command == 'add':
        add(arguments.program, arguments.tables)
    else:
        page(arguments.program)


if __name__ == '__main__':
    main()
