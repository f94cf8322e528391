#!/usr/bin/env python3
"""Solves whole games on small boards from their starts by three methods.

    solved.py run [--group NAME] [--columns N] [--method NAME] [--nodes N]
                                               solve what is missing in data/results/solved.csv
    solved.py tables                           write the tables of docs/solved.md anew
    solved.py command NUMBER [METHOD]          the command that checks one row of solved.csv

Each row is one position under one set of rules. Alpha-beta and proof-number search answer it on one
thread with a limit on nodes and a table of fixed size, so that the numbers of nodes are the same on every
machine; retrograde analysis enumerates everything that can be reached, up to a limit on positions.
Endgame tables are not asked. A row is written as soon as a method is done; a run that was stopped goes on
where it was. Two exact answers that differ end the run.
"""
import argparse
import collections
import csv
import itertools
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / 'data' / 'results' / 'solved.csv'
PAGE = ROOT / 'docs' / 'solved.md'
METHODS = ['proof-number', 'alpha-beta', 'retrograde']
ENTRY = ['game', 'columns', 'seeds', 'rules', 'position', 'objective']
COUNTS = ['wins', 'draws', 'losses', 'open', 'longest_win']
FIELDS = ENTRY + ['methods', 'winner', 'margin', 'least', 'most', 'distance', 'line']
for name in METHODS:
    name = name.replace('-', '_')
    FIELDS += [name, f'{name}_nodes', f'{name}_seconds', f'{name}_limit']
FIELDS += COUNTS

# The contested points that decide how a move of Bao Kingulu goes; every combination is a reading.
BAO = {
    'reserved-seeds': ['in-hole', 'bank'],
    'end-in-reserved': ['stop', 'relay'],
    'sow-from-reserved': ['no', 'yes'],
    'penultimate': ['not-from-enemy', 'always', 'never-from-reserved'],
    'skip-origin': ['no', 'yes'],
}
READINGS = [dict(zip(BAO, values)) for values in itertools.product(*BAO.values())]
# Those that decide what becomes of endless play; each is changed alone.
BAO_ENDLESS = ['never-ending=annul', 'never-ending=mover-loses', 'repetition=row-owner']


def settings(options):
    return ' '.join(f'{key}={value}' for key, value in options.items())


def evenly(game, columns, seeds):
    """A two-row start with as many seeds in every hole."""
    row = ','.join([str(seeds)] * columns)
    return f'{game} {row}/{row} S 0-0'


def bao_entry(columns, seeds, rules):
    return 'bao-kingulu', columns, seeds, rules, evenly('bao-kingulu', columns, seeds), 'margin'


def bao():
    for columns in range(2, 7):
        for seeds in range(1, 7):
            for reading in READINGS:
                yield bao_entry(columns, seeds, settings(reading))


def bao_full():
    """The full game: every reading, with every change of what becomes of endless play."""
    for rules in [settings(reading) for reading in READINGS] + BAO_ENDLESS:
        yield bao_entry(6, 4, rules)


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


def memory(method, limit):
    """The table that goes with a limit on nodes: it decides how many nodes are needed."""
    if method == 'retrograde':
        return '10GiB'
    return '1GiB' if limit <= 5_000_000 else '3GiB'


def solve_arguments(record, method, limit):
    arguments = ['solve', '--objective', record['objective']]
    for rule in record['rules'].split():
        arguments += ['--rule', rule]
    threads = ['--threads', '2'] if method == 'retrograde' else []
    return arguments + [record['position'], '--method', method, '--nodes', str(limit),
                        '--memory', memory(method, limit), '--tables', 'none', *threads]


def solve(program, method, limit, record):
    command = [program, '--json', '--quiet', *solve_arguments(record, method, limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f'{" ".join(command)}: {done.stderr.strip()}')
    return json.loads(done.stdout)


def signed(outcome, margin):
    """A result as a number that orders results: the outcome, then the margin."""
    sign = {'south': 1, 'north': -1, 'draw': 0}[outcome]
    return sign * 10_000 + (margin or 0)


def add(record, method, limit, answer):
    """Puts a method's answer into a record."""
    name = method.replace('-', '_')
    record |= {name: answer['status'], f'{name}_nodes': answer['nodes'],
               f'{name}_seconds': round(answer['seconds'], 2), f'{name}_limit': limit}
    for key in COUNTS:
        if answer.get('census'):
            record[key] = '' if answer['census'][key] is None else answer['census'][key]
    if answer['status'] == 'exact':
        margin = answer['margin'] if record['objective'] == 'margin' else ''
        found = {'winner': answer['outcome'], 'margin': margin}
        known = {key: record[key] for key in found}
        if record['winner'] and {key: str(value) for key, value in known.items()} != {
                key: str(value) for key, value in found.items()}:
            sys.exit(f'the methods disagree: {record}: {answer}')
        record |= found | {'least': '', 'most': ''}
        if answer['line'] and not record['line']:
            record['line'] = ' '.join(answer['line'])
        if answer['distance'] and not record['distance']:
            record['distance'] = answer['distance']
    elif not record['winner'] and answer.get('bounds'):
        least, most = [signed(bound['outcome'], bound['margin']) for bound in answer['bounds']]
        record['least'] = max(least, int(record['least'] or least))
        record['most'] = min(most, int(record['most'] or most))
    record['methods'] = sum(record[method.replace('-', '_')] == 'exact' for method in METHODS)


def read():
    if not RESULTS.exists():
        return []
    with RESULTS.open(newline='') as file:
        return list(csv.DictReader(file))


def identity(record):
    return tuple(str(record[field]) for field in ENTRY)


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
    for group in [arguments.group] if arguments.group else GROUPS:
        for entry in GROUPS[group]():
            if arguments.columns not in (None, entry[1]):
                continue
            record = known.get(tuple(map(str, entry)))
            if not record:
                record = dict.fromkeys(FIELDS, '') | dict(zip(ENTRY, entry)) | {'methods': 0}
                records.append(record)
                known[identity(record)] = record
            if arguments.unknown and record['winner']:
                continue
            for method in [arguments.method] if arguments.method else METHODS:
                name = method.replace('-', '_')
                # What was not reached within a smaller limit is tried again.
                if record[name] == 'exact' or int(record[f'{name}_limit'] or 0) >= arguments.nodes:
                    continue
                add(record, method, arguments.nodes, solve(arguments.program, method, arguments.nodes, record))
                write(records)
                print(*[record[field] for field in ENTRY[:4]], method, record[name], cell(record), file=sys.stderr, flush=True)


def number(value):
    """A result in short: who wins by how much."""
    value = int(value)
    if abs(value) <= 1000:
        return '='
    side, margin = ('S', value - 10_000) if value > 0 else ('N', -value - 10_000)
    return f'{side}{margin}' if margin else side


def cell(record):
    """A value as it is printed: who wins by how much, or how far it got."""
    if record['winner']:
        margin = int(record['margin']) if record['margin'] != '' else 0
        doubt = '' if int(record['methods']) > 1 else '†'
        return number(signed(record['winner'], margin)) + doubt
    if record['least'] == '' or signed('north', -255) >= int(record['least']) and signed('south', 255) <= int(record['most']):
        return '?'
    return f"{number(record['least'])}…{number(record['most'])}"


def table(header, lines):
    yield '| ' + ' | '.join(header) + ' |'
    yield '| ' + ' | '.join(['---'] * len(header)) + ' |'
    for line in lines:
        yield '| ' + ' | '.join(map(str, line)) + ' |'


def grid(records, across, name=str):
    """Boards down, something else across, values in the cells."""
    columns = sorted({record[across] for record in records})
    values = {(record['columns'], record[across]): cell(record) for record in records}
    boards = sorted({record['columns'] for record in records}, key=int)
    rows = 4 if records[0]['game'] in ('owela', 'omweso', 'nsolo') else 2
    lines = [[f'{rows}×{board}'] + [values.get((board, column), '') for column in columns] for board in boards]
    return table(['board'] + [name(column) for column in columns], lines)


def work(record, method):
    name = method.replace('-', '_')
    if not record[f'{name}_nodes']:
        return ''
    nodes = f"{int(record[f'{name}_nodes']):,}"
    return nodes if record[name] == 'exact' else f'({nodes})'


def summary(records):
    """Every game's usual start on small boards: the margin, or who wins where that is all that is known."""
    starts = [('Bao Kingulu', 'bao-kingulu', '4', settings(READINGS[0]), '4 a hole'), ('Anywoli', 'anywoli', '4', '', '4 a hole'),
              ('Owela', 'owela', '', '', 'usual'), ('Omweso', 'omweso', '', '', '4 in the back row'),
              ('Omweso', 'omweso', '', 'setup=2all', '2 everywhere'), ('Nsolo', 'nsolo', '', '', 'usual')]
    known = {tuple(record[field] for field in ('game', 'seeds', 'rules', 'columns', 'objective')): record for record in records}
    def lines():
        for title, game, seeds, rules, start in starts:
            cells = []
            for columns in map(str, range(2, 7)):
                found = [known.get((game, seeds, rules, columns, objective)) for objective in ('margin', 'outcome')]
                found = [record for record in found if record]
                # An open margin may leave a known winner.
                solved = [record for record in found if record['winner']] or found
                cells.append(cell(solved[0]) if solved else '')
            yield [title, start, *cells]
    return table(['game', 'start', *[f'{columns} columns' for columns in range(2, 7)]], lines())


def details(numbered):
    """One line an entry: how long the game is, and what each method took."""
    def lines():
        for line, record in numbered:
            setting = record['rules'] or record['seeds'] and f"{record['seeds']} a hole" or 'usual'
            yield [line, f"{record['columns']}", setting, record['objective'], cell(record), record['distance'],
                   len(record['line'].split()) or '', *[work(record, method) for method in METHODS]]
    header = ['row', 'columns', 'start', 'objective', 'value', 'decisions', 'turns', *METHODS]
    return table(header, lines())


def strongly(numbered):
    """What was enumerated: how many positions are won, drawn and lost."""
    def lines():
        for line, record in numbered:
            if record['wins'] == '' or record['objective'] == 'margin' and record['game'] in ('owela', 'omweso', 'nsolo'):
                continue
            positions = int(record['retrograde_nodes'])
            share = [f"{100 * int(record[key]) / positions:.2f} %" for key in ('wins', 'draws', 'losses')]
            setting = record['rules'] or record['seeds'] and f"{record['seeds']} a hole" or 'usual'
            yield [line, record['columns'], setting, f'{positions:,}', *share, record['retrograde_seconds'], record['longest_win']]
    found = list(lines())
    header = ['row', 'columns', 'start', 'positions', 'won', 'drawn', 'lost', 'seconds', 'longest win']
    # Two-row wins are not told apart by their length.
    width = len(header) if any(line[-1] for line in found) else len(header) - 1
    return table(header[:width], [line[:width] for line in found])


def bao_values(records):
    """Each board with the values of all readings and how many readings have each."""
    def lines():
        key = lambda record: (int(record['columns']), int(record['seeds']))
        for (columns, seeds), group in itertools.groupby(sorted(records, key=key), key):
            group = list(group)
            counts = collections.Counter(cell(record) for record in group)
            default = next((cell(record) for record in group if record['rules'] == settings(READINGS[0])), '')
            values = ', '.join(f'{value} ×{count}' for value, count in counts.most_common())
            yield f'2×{columns}', seeds, default, values
    return table(['board', 'seeds a hole', 'default', 'values of all readings'], lines())


def bao_matters(readings, full):
    """For each point, in how many pairs of readings that differ in it alone the value differs."""
    def pairs(records, point):
        values = {(record['columns'], record['seeds'], record['rules']): (record['winner'], record['margin'])
                  for record in records if record['winner']}
        changed = all_pairs = winner = 0
        for columns, seeds in {key[:2] for key in values}:
            for one, other in itertools.combinations(READINGS, 2):
                if [key for key in BAO if one[key] != other[key]] != [point]:
                    continue
                found = [values.get((columns, seeds, settings(reading))) for reading in (one, other)]
                if None not in found:
                    all_pairs += 1
                    changed += found[0] != found[1]
                    winner += found[0][0] != found[1][0]
        if not all_pairs:
            return ['', '']
        return [f'{changed} of {all_pairs}', f'{winner} of {all_pairs}']

    def lines():
        for point in BAO:
            yield [f'`{point}`', *pairs(full, point), *pairs(readings, point)]
    header = ['point', 'full game: value differs', 'winner differs', 'all boards: value differs', 'winner differs']
    return table(header, lines())


def bao_folded(numbered):
    """The full game: readings that share value and line of best play in one row."""
    groups = {}
    for line, record in numbered:
        groups.setdefault((cell(record).strip('†'), record['line']), []).append((line, record))
    def lines():
        for (value, play), group in sorted(groups.items(), key=lambda item: -len(item[1])):
            single = sum(cell(record).endswith('†') for _, record in group)
            value += f' († {single})' if single else ''
            rules = [dict(word.split('=') for word in record['rules'].split()) for _, record in group]
            common = []
            for key, choices in BAO.items():
                met = {reading.get(key, choices[0]) for reading in rules}
                if len(met) < len(choices):
                    common.append(f"{key} {' or '.join(sorted(met))}")
            changes = [record['rules'] for _, record in group if record['rules'] in BAO_ENDLESS]
            if changes:
                common.append(f"also the default with {', '.join(changes)}")
            yield [value, len(group), '; '.join(common) or 'nothing', play, group[0][0]]
    return table(['value', 'readings', 'what they share', 'best play', 'first row'], lines())


def tables():
    records = read()
    numbered = list(enumerate(records, 1))
    of = lambda game: [pair for pair in numbered if pair[1]['game'] == game]
    plain = lambda pairs: [record for _, record in pairs]
    full = [pair for pair in of('bao-kingulu') if (pair[1]['columns'], pair[1]['seeds']) == ('6', '4')]
    readings = [record for record in plain(of('bao-kingulu')) if record['rules'] not in BAO_ENDLESS]
    solved = sum(1 for record in records if record['winner'])
    doubly = sum(1 for record in records if int(record['methods']) > 1)
    independent = sum(1 for record in records if int(record['methods']) > 1 and record['retrograde'] == 'exact')
    texts = {
        'count': [f'{len(records)} starts and rules are listed; {solved} are solved, {doubly} of them by two methods or three, '
                  f'{independent} with retrograde analysis among these. Where two methods have an answer it is the same.'],
        'summary': summary(records),
        'bao': bao_values(readings),
        'bao-matters': bao_matters(readings, plain(full)),
        'bao-full': bao_folded(full),
        'anywoli-summary': grid(plain(of('anywoli')), 'seeds', lambda seeds: f'{seeds} a hole'),
    }
    for game in ('owela', 'omweso', 'nsolo'):
        entries = [dict(record, across=f"{record['objective']}{', ' + record['rules'] if record['rules'] else ''}") for record in plain(of(game))]
        texts[f'{game}-summary'] = grid(entries, 'across')
    for game in ('anywoli', 'owela', 'omweso', 'nsolo'):
        texts[f'{game}-positions'] = strongly(of(game))
        texts[game] = details(of(game))
    page = PAGE.read_text()
    for name, lines in texts.items():
        begin, end = f'<!-- begin {name} -->\n', f'<!-- end {name} -->'
        before, rest = page.split(begin)
        _, after = rest.split(end)
        page = before + begin + '\n'.join(lines) + '\n' + end + after
    PAGE.write_text(page)


def command(row, method):
    record = read()[row - 1]
    limits = {name: record[f"{name.replace('-', '_')}_limit"] for name in METHODS}
    exact = [name for name in METHODS if record[name.replace('-', '_')] == 'exact']
    method = method or (exact + [name for name in METHODS if limits[name]])[0]
    words = solve_arguments(record, method, int(limits[method] or 1_000_000))
    print('sow', *[f'"{word}"' if ' ' in word else word for word in words])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest='task', required=True)
    runs = tasks.add_parser('run')
    runs.add_argument('--group', choices=GROUPS)
    runs.add_argument('--method', choices=METHODS)
    runs.add_argument('--columns', type=int, help='only boards of this size')
    runs.add_argument('--nodes', type=int, default=1_000_000, help='nodes of a search, positions of retrograde analysis')
    runs.add_argument('--unknown', action='store_true', help='only what no method has solved')
    runs.add_argument('--program', default=str(ROOT / 'target' / 'release' / 'sow'))
    tasks.add_parser('tables')
    commands = tasks.add_parser('command')
    commands.add_argument('number', type=int)
    commands.add_argument('method', nargs='?', choices=METHODS)
    arguments = parser.parse_args()
    if arguments.task == 'run':
        run(arguments)
    elif arguments.task == 'tables':
        tables()
    else:
        command(arguments.number, arguments.method)


if __name__ == '__main__':
    main()
