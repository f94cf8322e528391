#!/usr/bin/env python3
"""Solves whole traditional boards by proof numbers, with a certificate for each.

    whole_boards.py run [--group NAME] [--nodes N] [--memory SIZE]
                                solve what is missing in data/results/whole-boards.csv
    whole_boards.py tables      write the tables of docs/solved.md anew
    whole_boards.py command N   the command that solves row N once more
    whole_boards.py check       check the certificates that are shipped against the digests of the rows

A row is one position under one set of rules: the start, or what a first move leads to. It is written as soon as it is
done, so that a run that was stopped goes on where it was; a row that stayed open is tried again if more nodes are
allowed. All runs are on one thread, so that the nodes are the same on every machine.
"""
import argparse
import csv
import hashlib
import json
import pathlib
import resource
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / 'data' / 'results' / 'whole-boards.csv'
PROOFS = ROOT / 'data' / 'proofs'
PAGE = ROOT / 'docs' / 'solved.md'
ENTRY = ['group', 'position', 'words', 'objective', 'after']
FIELDS = ENTRY + ['status', 'value', 'nodes', 'limit', 'memory', 'cpu_seconds', 'certificate', 'positions', 'longest',
                  'bytes', 'digest']

# Every option that changes how a game goes on, one changed at a time from the default.
OMWESO = ['setup=2all', 'capture=inner-alone', 'resow=turn-origin+1', 'resow=landing+1', 'reverse-pits=mweiso',
          'reverse-pits=none', 'resow-cw=any', 'resow-cw=mweiso', 'relay-reverse=no', 'first-turn-captures=yes',
          'okwesera=no', 'both-end-columns=no', 'four-end-pits-empty=yes', 'front-row-cleared=no', 'akawumbi=off',
          'akakyala=yes', 'never-ending=illegal', 'never-ending=mover-loses', 'repetition-draws=no']
OWELA = ['capture=inner-suffices', 'first-turn-captures=no', 'never-ending=illegal', 'never-ending=mover-loses',
         'hus-nama-opening=chosen', 'hus-nama-opening=copied', 'setup=four', 'setup=half-minus-one']


def starts():
    for ruleset in ['', 'wikipedia', 'mcgill', 'mweiso']:
        yield 'omweso', 'omweso:start', f'--rules {ruleset}' if ruleset else '', 'outcome'
    for ruleset in ['hus', '', 'half-minus-one', 'four']:
        yield 'owela', 'owela:start:8', f'--rules {ruleset}' if ruleset else '', 'outcome'
    yield 'owela', 'owela:start:7', '', 'outcome'
    yield 'owela', 'owela:start:7', '--rules hus', 'outcome'
    yield 'owela', 'owela:start:9', '--rules hus', 'outcome'
    for columns in (5, 6):
        yield 'nsolo', f'nsolo:start:{columns}', '', 'outcome'
    for columns in (7, 8):
        row = ','.join(['4'] * columns)
        yield 'anywoli', f'anywoli {row}/{row} S 0-0', '', 'outcome'
        yield 'anywoli', f'anywoli {row}/{row} S 0-0', '', 'margin'


def readings():
    for rule in OMWESO:
        yield 'omweso-readings', 'omweso:start', f'--rule {rule}', 'outcome'
    for rule in OWELA:
        yield 'owela-readings', 'owela:start:8', f'--rules hus --rule {rule}', 'outcome'


def wider():
    """What takes the longest."""
    yield 'wider', 'omweso:start', '', 'points'
    yield 'wider', 'omweso:start', '', 'margin'
    yield 'wider', 'owela:start:8', '--rules hus', 'margin'
    for columns in (10, 12):
        yield 'wider', f'owela:start:{columns}', '--rules hus', 'outcome'
        yield 'wider', f'owela:start:{columns}', '', 'outcome'
    yield 'wider', 'owela:start:9', '', 'outcome'


GROUPS = {'starts': starts, 'readings': readings, 'wider': wider}
# Starts whose first moves are told apart: which of them keep the value?
FIRST = [('omweso:start', ''), ('owela:start:8', '--rules hus'), ('owela:start:7', ''), ('omweso:start', '--rule setup=2all'),
         ('omweso:start', '--rules wikipedia')]


def first_moves(program):
    for start, words in FIRST:
        listed = json.loads(subprocess.run([program, 'moves', '--json', *words.split(), start], capture_output=True,
                                           text=True, check=True).stdout)
        for turn in listed['turns']:
            if turn.get('after'):
                yield 'first-moves', turn['after'], words, 'outcome', f'{start} {turn["move"]}'


def entries(program, group):
    if group in (None, *GROUPS):
        for name, make in GROUPS.items():
            if group in (None, name):
                for entry in make():
                    yield dict(zip(ENTRY, (*entry, '')))
    if group in (None, 'first-moves'):
        for entry in first_moves(program):
            yield dict(zip(ENTRY, entry))


def read():
    if not RESULTS.exists():
        return []
    with RESULTS.open(newline='') as file:
        return list(csv.DictReader(file))


def write(rows):
    part = RESULTS.with_suffix('.part')
    with part.open('w', newline='') as file:
        table = csv.DictWriter(file, FIELDS, lineterminator='\n')
        table.writeheader()
        table.writerows(rows)
    part.rename(RESULTS)


def command(row, proof=None):
    words = ['solve', row['position'], *row['words'].split(), '--objective', row['objective'], '--method', 'proof-number',
             '--memory', row['memory'], '--nodes', str(row['limit']), '--tables', 'none']
    return words + (['--proof', proof] if proof else [])


def name_of(row):
    """The file name of a certificate."""
    words = row['words'].replace('--rules ', '').replace('--rule ', '').replace('=', '-').replace(' ', '_')
    place = row['position'].replace(':', '-').replace(' ', '-').replace('/', '-').replace(',', '')
    if row['after']:
        place = row['after'].replace(':', '-').replace(' ', '-').replace('<', 'cw').replace('>', '').replace('=', 'okwesera')
    return '_'.join(part for part in (place, words, row['objective'] if row['objective'] != 'outcome' else '') if part)


def value(answer, objective):
    winner = {'south': 'S', 'north': 'N', 'draw': '='}.get(answer['outcome'], '?')
    if answer['status'] == 'exact':
        number = answer.get('margin' if objective == 'margin' else 'points')
        return winner + (str(abs(number)) if objective != 'outcome' and number else '')
    bounds = answer.get('bounds')
    return json.dumps(bounds) if bounds else '?'


def run(arguments):
    program = arguments.program
    folder = pathlib.Path(arguments.proofs)
    folder.mkdir(parents=True, exist_ok=True)
    rows = read()
    known = {tuple(row[key] for key in ENTRY): row for row in rows}
    for entry in entries(program, arguments.group):
        row = known.get(tuple(entry.values()))
        if row and (row['status'] == 'exact' or int(row['limit']) >= arguments.nodes):
            continue
        new = {**entry, 'limit': arguments.nodes, 'memory': arguments.memory}
        proof = folder / f'{name_of(entry)}.sowproof'
        words = [program, '--json', '--quiet', *command(new, str(proof))]
        begun = time.monotonic()
        before = cpu()
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            print(' '.join(words), done.stderr, file=sys.stderr)
            continue
        answer = json.loads(done.stdout)
        certificate = answer.get('proof') or {}
        new |= {
            'status': answer['status'], 'value': value(answer, entry['objective']), 'nodes': answer['nodes'],
            'cpu_seconds': f'{cpu() - before:.1f}', 'certificate': '',
            'positions': certificate.get('positions', ''), 'longest': certificate.get('longest', ''),
            'bytes': certificate.get('bytes', ''), 'digest': certificate.get('digest', ''),
        }
        if row:
            rows[rows.index(row)] = new
        else:
            rows.append(new)
        write(rows)
        print(f"{new['value']:>4} {new['nodes']:>12} nodes {time.monotonic() - begun:8.1f} s  {new['position']} {new['words']} "
              f"{new['after']}", flush=True)


def cpu():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


GAMES = {'omweso': 'Omweso', 'owela': 'Owela', 'nsolo': 'Nsolo', 'anywoli': 'Anywoli', 'bao-kingulu': 'Bao Kingulu'}


def board(row):
    """The board of a row: `Omweso 4×8`."""
    place = row['after'] or row['position']
    game = place.split()[0].split(':')[0]
    parts = place.split()[0].split(':')
    if len(parts) > 2:
        columns = parts[2]
    elif 'start' in parts:
        columns = '8'
    else:
        columns = str(row['position'].split()[1].split('/')[0].count(',') + 1)
    return f"{GAMES[game]} {'4' if game in ('omweso', 'owela', 'nsolo') else '2'}×{columns}"


def rules(row):
    words = row['words'].replace('--rules ', '').replace('--rule ', '')
    return ' '.join(f'`{word}`' for word in words.split()) or 'default'


WORDS = {'S': 'South wins', 'N': 'North wins', '=': 'a draw', '?': 'open'}


def told(row):
    value = row['value']
    if row['status'] == 'exact':
        by = f' by {value[1:]}' if len(value) > 1 else ''
        return WORDS[value[0]] + by
    if row['status'] == 'bound':
        low, high = json.loads(value)
        def end(bound):
            number = bound.get('margin') if bound.get('margin') is not None else bound.get('points')
            name = {'south': 'S', 'north': 'N', 'draw': '='}[bound['outcome']]
            return name + (str(abs(number)) if number else '')
        return f'between {end(low)} and {end(high)}'
    return 'open'


def grouped(number):
    return f'{int(number):,}' if number else ''


def table(head, rows):
    yield '| ' + ' | '.join(head) + ' |'
    yield '|' + ' --- |' * len(head)
    for row in rows:
        yield '| ' + ' | '.join(row) + ' |'


def numbered(group):
    return [(number, row) for number, row in enumerate(read(), 1) if row['group'] == group]


def boards_table():
    rows = [row for group in ('omweso', 'owela', 'nsolo', 'anywoli', 'wider') for row in numbered(group)]
    head = ['row', 'board', 'rules', 'objective', 'value', 'nodes', 'processor seconds', 'certificate: positions',
            "holder's turns at most", 'bytes', 'SHA-256']
    return table(head, ([str(number), board(row), rules(row), row['objective'], told(row), grouped(row['nodes']),
                         f"{float(row['cpu_seconds']):.1f}", grouped(row['positions']), row['longest'], grouped(row['bytes']),
                         f"`{row['digest'][:12]}…`" if row['digest'] else ''] for number, row in rows))


def readings_table():
    rows = numbered('omweso-readings') + numbered('owela-readings')
    return table(['row', 'board', 'one option changed', 'value', 'nodes'],
                 ([str(number), board(row), rules(row), told(row), grouped(row['nodes'])] for number, row in rows))


def first_moves_table():
    starts = {}
    for _, row in numbered('first-moves'):
        start, turn = row['after'].rsplit(' ', 1)
        by_value = starts.setdefault((board(row), rules(row)), {})
        by_value.setdefault(row['value'][0] if row['status'] == 'exact' else '?', []).append(f'`{turn}`')
    return table(['board', 'rules', 'South wins', 'a draw', 'North wins', 'open'],
                 ([name, words] + [' '.join(values.get(value, [])) for value in 'S=N?'] for (name, words), values in
                  starts.items()))


TABLES = {'whole-boards': boards_table, 'whole-readings': readings_table, 'whole-first-moves': first_moves_table}


def tables(_):
    page = PAGE.read_text()
    for name, make in TABLES.items():
        begin, end = f'<!-- begin {name} -->', f'<!-- end {name} -->'
        before, rest = page.split(begin)
        page = before + begin + '\n' + '\n'.join(make()) + '\n' + end + rest.split(end)[1]
    PAGE.write_text(page)


def print_command(arguments):
    row = read()[arguments.number - 1]
    print('sow ' + ' '.join(shlex.quote(word) for word in command(row, 'FILE' if row['digest'] else None)))


def check(_):
    """Whether the certificates that are shipped are those of the rows."""
    known = {row['digest']: row for row in read() if row['digest']}
    for path in sorted(PROOFS.glob('*.sowproof')):
        content = path.read_bytes()
        # The digest of everything before stands at the end.
        digest = content[-32:].hex()
        if hashlib.sha256(content[:-32]).digest() != content[-32:]:
            sys.exit(f'{path.relative_to(ROOT)} is damaged')
        if digest not in known:
            sys.exit(f'{path.relative_to(ROOT)} is the certificate of no row')
        print(f'{path.relative_to(ROOT)}: {board(known[digest])}, {told(known[digest])}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', default=str(ROOT / 'target' / 'release' / 'sow'))
    jobs = parser.add_subparsers(dest='job', required=True)
    running = jobs.add_parser('run')
    running.add_argument('--group', choices=[*GROUPS, 'first-moves'])
    running.add_argument('--nodes', type=int, default=200_000_000)
    running.add_argument('--memory', default='4GiB')
    running.add_argument('--proofs', default=str(ROOT / 'target' / 'proofs'), help='the folder of the certificates')
    jobs.add_parser('tables')
    printing = jobs.add_parser('command')
    printing.add_argument('number', type=int)
    jobs.add_parser('check')
    arguments = parser.parse_args()
    {'run': run, 'tables': tables, 'command': print_command, 'check': check}[arguments.job](arguments)


if __name__ == '__main__':
    main()
