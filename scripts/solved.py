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


def bao_endless():
    for columns in range(2, 7):
        for seeds in range(1, 7):
            for change in BAO_ENDLESS:
                yield 'bao-kingulu', columns, seeds, change, evenly('bao-kingulu', columns, seeds), 'margin'


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
    'bao': bao,
    'bao-endless': bao_endless,
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


if __name__ == '__main__':
    main()
