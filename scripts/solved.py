#!/usr/bin/env python3
"""Solves whole games on small boards from their starts by two independent methods.

    solved.py run [--group NAME] [--nodes N]   solve what is missing in data/results/solved.csv
    solved.py tables                           write the tables of docs/solved.md anew
    solved.py command NUMBER                   the command that checks one row of solved.csv

Each row is one position under one set of rules; both methods answer it on one thread with a limit on
nodes, so that the numbers of nodes are the same on every machine. A row is written when both are
done; a run that was stopped goes on where it was. Two exact answers that differ end the run.
"""
import argparse
import csv
import itertools
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / 'data' / 'results' / 'solved.csv'
PAGE = ROOT / 'docs' / 'solved.md'
FIELDS = ['game', 'columns', 'seeds', 'rules', 'position', 'objective', 'status', 'winner', 'margin',
          'distance', 'turns', 'alpha_beta', 'alpha_beta_nodes', 'alpha_beta_seconds',
          'proof_number', 'proof_number_nodes', 'proof_number_seconds', 'limit']

# The contested points that decide how a move of Bao Kingulu goes; every combination is a reading.
BAO = {
    'reserved-seeds': ['in-hole', 'bank'],
    'end-in-reserved': ['stop', 'relay'],
    'sow-from-reserved': ['no', 'yes'],
    'penultimate': ['not-from-enemy', 'always', 'never-from-reserved'],
    'skip-origin': ['no', 'yes'],
}
# Those that decide what becomes of endless play; each is changed alone.
BAO_ENDLESS = ['never-ending=annul', 'never-ending=mover-loses', 'repetition=row-owner']


def settings(options):
    return ' '.join(f'{key}={value}' for key, value in options.items())


def evenly(game, columns, seeds):
    """A two-row start with as many seeds in every hole."""
    row = ','.join([str(seeds)] * columns)
    return f'{game} {row}/{row} S 0-0'


def bao():
    readings = [dict(zip(BAO, values)) for values in itertools.product(*BAO.values())]
    for columns in range(2, 7):
        for seeds in range(1, 7):
            for reading in readings:
                yield 'bao-kingulu', columns, seeds, settings(reading), evenly('bao-kingulu', columns, seeds), 'margin'


def bao_full():
    """The full game: every reading, with every change of what becomes of endless play."""
    for entry in bao():
        game, columns, seeds, rules, position, objective = entry
        if (columns, seeds) == (6, 4):
            yield entry
    for change in BAO_ENDLESS:
        yield 'bao-kingulu', 6, 4, change, evenly('bao-kingulu', 6, 4), 'margin'


def anywoli():
    for columns in range(2, 10):
        for seeds in (2, 3, 4):
            yield 'anywoli', columns, seeds, '', evenly('anywoli', columns, seeds), 'margin'


def four_rows(game, setups=('',)):
    def entries():
        for columns in range(2, 7):
            for rules in setups:
                for objective in ('outcome', 'margin'):
                    yield game, columns, '', rules, f'{game}:start:{columns}', objective
    return entries


GROUPS = {
    'owela': four_rows('owela'),
    'omweso': four_rows('omweso', ('', 'setup=2all')),
    'nsolo': four_rows('nsolo'),
    'anywoli': anywoli,
    'bao-full': bao_full,
    'bao': bao,
}


def solve_arguments(rules, position, objective):
    arguments = ['solve', '--objective', objective]
    for rule in rules.split():
        arguments += ['--rule', rule]
    return arguments + [position]


def solve(program, method, nodes, entry):
    _, _, _, rules, position, objective = entry
    command = [program, '--json', '--quiet', *solve_arguments(rules, position, objective),
               '--method', method, '--nodes', str(nodes), '--memory', '1GiB']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f'{" ".join(command)}: {done.stderr.strip()}')
    return json.loads(done.stdout)


def value(answer):
    return answer['outcome'], answer['margin']


def row(program, nodes, entry):
    answers = {method: solve(program, method, nodes, entry) for method in ('proof-number', 'alpha-beta')}
    exact = [answer for answer in answers.values() if answer['status'] == 'exact']
    if len(exact) == 2 and entry[5] == 'margin' and value(exact[0]) != value(exact[1]):
        sys.exit(f'the methods disagree: {entry}: {answers}')
    if len(exact) == 2 and exact[0]['outcome'] != exact[1]['outcome']:
        sys.exit(f'the methods disagree: {entry}: {answers}')
    best = exact[0] if exact else answers['proof-number']
    record = dict(zip(FIELDS, entry))
    record |= {
        'status': 'unknown' if not exact else 'both' if len(exact) == 2 else 'one',
        'winner': best['outcome'] if exact else '',
        'margin': best['margin'] if exact and entry[5] == 'margin' else '',
        'distance': best['distance'] or '' if exact else '',
        'turns': len(best['line']) or '' if exact else '',
        'limit': nodes,
    }
    for name, answer in answers.items():
        name = name.replace('-', '_')
        record |= {name: answer['status'], f'{name}_nodes': answer['nodes'], f'{name}_seconds': round(answer['seconds'], 2)}
    return record


def read():
    if not RESULTS.exists():
        return []
    with RESULTS.open(newline='') as file:
        return list(csv.DictReader(file))


def identity(record):
    return tuple(str(record[field]) for field in FIELDS[:6])


def write(records):
    temporary = RESULTS.with_suffix('.part')
    with temporary.open('w', newline='') as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator='\n')
        writer.writeheader()
        writer.writerows(records)
    temporary.replace(RESULTS)


def run(arguments):
    records = read()
    known = {identity(record): record for record in records}
    for name in [arguments.group] if arguments.group else GROUPS:
        for entry in GROUPS[name]():
            key = tuple(map(str, entry))
            old = known.get(key)
            # What was not reached within a smaller limit is tried again.
            if old and (old['status'] == 'both' or int(old['limit']) >= arguments.nodes):
                continue
            new = row(arguments.program, arguments.nodes, entry)
            if old:
                records[records.index(old)] = new
            else:
                records.append(new)
            known[key] = new
            write(records)
            print(*[new[field] for field in ('game', 'columns', 'seeds', 'rules', 'objective', 'status', 'winner', 'margin')],
                  file=sys.stderr, flush=True)


def cell(record):
    """A value as it is printed: who wins by how much, or how far it got."""
    if record['status'] == 'unknown':
        return '?'
    winner = {'south': 'S', 'north': 'N', 'draw': '='}[record['winner']]
    margin = record['margin'] and abs(int(record['margin']))
    doubt = '' if record['status'] == 'both' else '†'
    return f'{winner}{margin if margin else ""}{doubt}'


def table(header, lines):
    yield '| ' + ' | '.join(header) + ' |'
    yield '| ' + ' | '.join(['---'] * len(header)) + ' |'
    for line in lines:
        yield '| ' + ' | '.join(map(str, line)) + ' |'


def detailed(records):
    """One line an entry, with the work of both methods."""
    def lines():
        for record in records:
            work = [f"{int(record[name + '_nodes']):,}, {record[name + '_seconds']} s" + ('' if record[name] == 'exact' else ' (open)')
                    for name in ('alpha_beta', 'proof_number')]
            yield [f"`{record['position']}`", record['rules'] and f"`{record['rules']}`" or 'default', record['objective'], cell(record),
                   record['distance'], record['turns'], *work]
    header = ['position', 'rules', 'objective', 'value', 'decisions', 'turns', 'alpha-beta', 'proof-number']
    return table(header, lines())


def bao_values(records):
    """Each board with the values of all readings and how many readings have each."""
    def lines():
        for (columns, seeds), group in itertools.groupby(records, lambda record: (record['columns'], record['seeds'])):
            counts = {}
            group = list(group)
            for record in group:
                counts[cell(record)] = counts.get(cell(record), 0) + 1
            values = ', '.join(f'{value} ×{count}' for value, count in sorted(counts.items(), key=lambda item: -item[1]))
            yield f'2×{columns}', seeds, len(group), values
    return table(['board', 'seeds a hole', 'readings', 'values'], lines())


def tables():
    records = read()
    of = lambda game: [record for record in records if record['game'] == game]
    all_bao = sorted(of('bao-kingulu'), key=lambda record: (record['columns'], record['seeds']))
    full = [record for record in all_bao if (record['columns'], record['seeds']) == ('6', '4')]
    readings = [record for record in all_bao if not any(record['rules'] == change for change in BAO_ENDLESS)]
    texts = {'bao': bao_values(readings), 'bao-full': detailed(full)}
    for game in ('anywoli', 'owela', 'omweso', 'nsolo'):
        texts[game] = detailed(of(game))
    page = PAGE.read_text()
    for name, lines in texts.items():
        begin, end = f'<!-- begin {name} -->\n', f'<!-- end {name} -->'
        before, rest = page.split(begin)
        _, after = rest.split(end)
        page = before + begin + '\n'.join(lines) + '\n' + end + after
    PAGE.write_text(page)


def command(number):
    record = read()[number - 1]
    words = solve_arguments(record['rules'], record['position'], record['objective'])
    print('sow', *[f'"{word}"' if ' ' in word else word for word in words])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest='task', required=True)
    runs = tasks.add_parser('run')
    runs.add_argument('--group', choices=GROUPS)
    runs.add_argument('--nodes', type=int, default=20_000_000)
    runs.add_argument('--program', default=str(ROOT / 'target' / 'release' / 'sow'))
    tasks.add_parser('tables')
    commands = tasks.add_parser('command')
    commands.add_argument('number', type=int)
    arguments = parser.parse_args()
    if arguments.task == 'run':
        run(arguments)
    elif arguments.task == 'tables':
        tables()
    else:
        command(arguments.number)


if __name__ == '__main__':
    main()
