#!/usr/bin/env python3
"""Checks certificates of game values (docs/proof-format.md) by the literal rules of reference.py.

    check_proof.py FILE ...          every position
    check_proof.py --jobs N FILE     on N processes

Nothing is shared with the engine, the checker or any search but the two formats. Exit code 0 if all hold, 1 if one does
not, 2 if one is damaged.
"""
import hashlib
import multiprocessing
import sys
import zlib

from reference import FOUR_ROWS, OPTIONS, name, parse, turns

RATES = (1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6)
# Options of the engine that the literal rules do not need to know, with what they must be.
ELSEWHERE = {'columns': ('8', '16'), 'repetition-draws': ('yes', 'no'),
             'repetition': ('unclaimed', 'row-owner')}
DRAW = (None, 0, 0)  # winner, South's seeds minus North's, match points


class Damaged(Exception):
    """The file is not as it was written."""


class Fails(Exception):
    """The certificate does not prove its claim."""


# ------------------------------------------------------------------------------------------ the file

class Decoder:
    def __init__(self, data):
        self.data, self.low, self.high, self.next = data, 0, 0xFFFFFFFF, 4
        self.at = int.from_bytes(data[:4], 'big')

    def bit(self, one):
        split = self.low + ((self.high - self.low) * one >> 16)
        bit = self.at <= split
        if bit:
            self.high = split
        else:
            self.low = split + 1
        while (self.low ^ self.high) >> 24 == 0:
            if self.next >= len(self.data):
                raise Damaged('a block is too short')
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = self.high << 8 & 0xFFFFFFFF | 255
            self.at = self.at << 8 & 0xFFFFFFFF | self.data[self.next]
            self.next += 1
        return bit

    def chance(self, model, place):
        one, asked = model.get(place, (1 << 15, 0))
        bit = self.bit(one)
        rate = RATES[asked]
        one = one + (65535 - one >> rate) if bit else one - (one >> rate)
        model[place] = one, min(asked + 1, len(RATES) - 1)
        return bit

    def number(self, models, *which):
        model = models.setdefault(which, {})
        length = 0
        while length < 16 and self.chance(model, length):
            length += 1
        found = 1
        for _ in range(length):
            bit = self.chance(model, 100 + (1 << length) + found) if length <= 5 else self.bit(1 << 15)
            found = 2 * found + bit
        return found - 1


class Certificate:
    def __init__(self, path):
        data = open(path, 'rb').read()
        if len(data) < 32 or hashlib.sha256(data[:-32]).digest() != data[-32:]:
            raise Damaged('the digest is not that of the bytes before it')
        header, _, rest = data[:-32].partition(b'\n\n')
        first, *lines = header.decode().split('\n')
        if first != 'sow proof 1':
            raise Damaged('the first line is not `sow proof 1`')
        fields = dict(line.split(': ', 1) for line in lines)
        if list(fields) != ['position', 'rules', 'holder', 'least', 'positions', 'blocks']:
            raise Damaged('the lines of the header are others')
        self.fields = fields
        self.root = parse(fields['position'])
        self.game, self.columns = self.root.game, self.root.columns
        named = dict(word.split('=', 1) for word in fields['rules'].split())
        # What a file does not name was no option yet when it was written.
        self.rules = {key: values[0] for key, values in (OPTIONS[self.game] | ELSEWHERE).items()} | named
        for key, value in named.items():
            if value not in OPTIONS[self.game].get(key, ELSEWHERE.get(key, ())):
                raise Damaged(f'the literal rules do not know {key}={value}')
        self.holder = ['South', 'North'].index(fields['holder'])
        kind, _, least = fields['least'].partition(' ')
        self.kind, self.least = kind, int(least) if least else None
        self.four_rows = self.game in FOUR_ROWS
        self.stated = {}
        self.last = ()
        for _ in range(int(fields['blocks'])):
            count, length, check = (int.from_bytes(rest[i:i + 4], 'little') for i in (0, 4, 8))
            block, rest = rest[12:12 + length], rest[12 + length:]
            if len(block) != length or zlib.crc32(block) != check:
                raise Damaged('a block does not fit its check sum')
            self.read_block(block, count)
        if rest or len(self.stated) != int(fields['positions']):
            raise Damaged('there are more or fewer positions than the header says')

    def read_block(self, block, count):
        decoder, models, before, rank = Decoder(block), {}, None, 0
        pits = 2 * self.columns * (2 if self.four_rows else 1)
        first_pit = 2 + (0 if self.four_rows else 2) + (pits if self.game == 'bao-kingulu' else 0)
        for _ in range(count):
            numbers, same, left = [], before, 0
            for i in range(first_pit + pits):
                if i >= first_pit and (left == 0 or i == first_pit + pits - 1):
                    number = left
                elif same and decoder.number(models, 'same', i) == 0:
                    number = same[i]
                elif same:
                    number, same = same[i] + 1 + decoder.number(models, 'risen', i), None
                else:
                    number = decoder.number(models, 'fresh', i, min(numbers[-1], 2) if i > first_pit else 0)
                numbers.append(number)
                left = number if i == first_pit - 1 else left - number
                if i >= first_pit and left < 0:
                    raise Damaged('a position has more seeds than it has')
            rank = decoder.number(models, 'rank', (rank + 1).bit_length() - 1)
            decisions = [self.decision(decoder, models, min(place, 1))
                         for place in range(decoder.number(models, 'decisions') + 1)]
            before = numbers = tuple(numbers)
            if numbers <= self.last:
                raise Damaged('positions do not rise')
            self.last = numbers
            self.stated[numbers] = decisions, rank
        if decoder.next != len(block) or decoder.at != decoder.low:
            raise Damaged('a block is too long')

    def decision(self, decoder, models, place):
        kind = decoder.number(models, 'kind', place)
        pit = decoder.number(models, 'pit', place) if kind in (0, 3, 4, 5) else None
        return (kind, pit, decoder.number(models, 'strip') if kind == 5 else None)

    # ------------------------------------------------------------------------------------ positions

    def mark(self, position):
        """Who is remembered, as far as the rules ask."""
        if self.game == 'omweso' and self.rules['akakyala'] == 'yes':
            return position.captured_once
        if self.game == 'anywoli':
            last_seeds = self.rules['last-seeds']
            if last_seeds == 'starter-takes-8':
                return position.starter or 0
            return {'last-capturer': position.last, 'first-capturer': position.first,
                    'first-last-seed-capturer': position.first}.get(last_seeds)
        return None

    def numbers(self, position):
        me, foe, n = self.holder, 1 - self.holder, self.columns
        unmoved = position.unmoved
        if self.game == 'omweso' and self.rules['first-turn-captures'] == 'yes' or self.game == 'owela' and \
                self.rules['first-turn-captures'] == 'yes' and self.rules['hus-nama-opening'] == 'off':
            unmoved = ()
        uncaptured = position.uncaptured and 'yes' in (self.rules.get('okwesera'), self.rules.get('akakyala'))
        mark = self.mark(position)
        flags = (me in unmoved) + 2 * (foe in unmoved) + 4 * uncaptured + 32 * position.again
        flags += 0 if mark is None else 8 if mark == me else 16
        order = [(r, i) for r in (me, foe) for i in range(2 * n)] if self.four_rows else \
            [(0, (n * me + i) % (2 * n)) for i in range(2 * n)]
        pits = [position.rings[ring][i] for ring, i in order]
        stores = [] if self.four_rows else [position.stores[me], position.stores[foe]]
        reserved = [int(position.reserved[i]) for _, i in order] if self.game == 'bao-kingulu' else []
        return (flags, *stores, *reserved, sum(pits), *pits)

    def position(self, numbers):
        """The position of these numbers, what the rules ignore taken from the root."""
        me, foe, n = self.holder, 1 - self.holder, self.columns
        position, numbers = self.root.copy(), list(numbers)
        flags = numbers.pop(0)
        position.side = me
        position.unmoved = {player for player, bit in ((me, 1), (foe, 2)) if flags & bit}
        position.uncaptured, position.again = bool(flags & 4), bool(flags & 32)
        mark = {0: None, 8: me, 16: foe}[flags & 24]
        position.captured_once = position.last = position.first = mark
        position.starter = mark if self.rules.get('last-seeds') == 'starter-takes-8' else self.root.starter
        if not self.four_rows:
            position.stores[me], position.stores[foe] = numbers.pop(0), numbers.pop(0)
            position.reserved = [False] * (2 * n)
        order = [(r, i) for r in (me, foe) for i in range(2 * n)] if self.four_rows else \
            [(0, (n * me + i) % (2 * n)) for i in range(2 * n)]
        if self.game == 'bao-kingulu':
            for _, i in order:
                position.reserved[i] = bool(numbers.pop(0))
        for (ring, i), seeds in zip(order, numbers[1:]):
            position.rings[ring][i] = seeds
        return position

    # ---------------------------------------------------------------------------------------- rules

    def meets(self, ending):
        winner, margin, points = ending
        won, lost = winner == self.holder, winner == 1 - self.holder
        margin = margin if self.holder == 0 else -margin
        if self.kind in ('win', 'draw', 'margin'):
            return {'win': won, 'draw': not lost, 'margin': True}[self.kind] and \
                (self.least is None or margin >= self.least)
        return not lost or margin >= self.least if self.kind == 'loss' else (won - lost) * points >= self.least

    def seeds_of(self, position, reserved_too=True):
        """South's and North's seeds: rings, or stores and rows, reserved holes counting for the other player."""
        if self.four_rows:
            return [sum(ring) for ring in position.rings]
        counts = list(position.stores)
        for i, seeds in enumerate(position.rings[0]):
            counts[(i >= self.columns) != position.reserved[i]] += seeds
        return counts

    def banked(self, position):
        counts = list(position.stores)
        for i, seeds in enumerate(position.rings[0]):
            if position.reserved[i]:
                counts[i < self.columns] += seeds
        return counts

    def counted(self, counts):
        margin = counts[0] - counts[1]
        return (None if margin == 0 else int(margin < 0), margin, int(margin != 0))

    def won(self, position, winner, points=1):
        south, north = self.seeds_of(position)
        return (winner, south - north, points)

    def stuck(self, position):
        """The end where nobody can move: the seeds are counted, or the player to move has lost."""
        if self.game == 'bao-kingulu':
            return self.counted(self.seeds_of(position))
        return self.counted(position.stores) if self.game == 'anywoli' else self.won(position, 1 - position.side)

    def never_ends(self, mover, position):
        """The end of a game by a never-ending turn, None where it is illegal."""
        fate = self.rules['never-ending']
        everything = sum(map(sum, position.rings)) + sum(position.stores)
        return {'illegal': None, 'annul': DRAW,
                'mover-loses': (1 - mover, everything if mover else -everything, 1)}[fate]

    def falls(self, position):
        """Whether coming back to this position for ever would be worth too little."""
        if self.four_rows:
            return not self.meets(DRAW)
        lifted = self.rules.get('sow-from-reserved') == 'yes' or self.rules.get('end-in-reserved') == 'relay' and \
            self.rules.get('reserved-seeds') == 'in-hole'
        return self.rules['repetition'] != 'unclaimed' or lifted or not self.meets(self.counted(self.banked(position)))

    def is_settled(self, position):
        fate = self.rules['never-ending']
        if self.four_rows or fate == 'mover-loses' or fate == 'annul' and not self.meets(DRAW):
            return False
        lifted = self.rules.get('sow-from-reserved') == 'yes' or self.rules.get('end-in-reserved') == 'relay' and \
            self.rules.get('reserved-seeds') == 'in-hole'
        counts = list(position.stores) if lifted else self.banked(position)
        counts[1 - self.holder] += sum(position.stores) + sum(position.rings[0]) - sum(counts)
        return self.meets(self.counted(counts))

    def legal(self, position):
        """Every legal turn: its text, the position after it, and the end of the game that it is, if any; neither if it
        is too long for the literal rules."""
        found = []
        for turn in turns(position, self.rules):
            if 'undecided' in turn:
                found.append((turn['move'], None, None))
            elif 'never' in turn:
                ending = self.never_ends(position.side, position)
                if ending:
                    found.append((turn['move'], None, ending))
            else:
                after, ending = turn['after'], None
                if 'win' in turn:
                    points = int(self.rules['akawumbi']) if turn['win'] == 'akawumbi' else 2
                    ending = self.won(after, position.side, points)
                found.append((turn['move'], after, ending))
        return found

    def decided(self, position, move, after, ending):
        if not after and not ending:
            raise Fails(f'at {position}: {move} is too long for the literal rules')

    def arrive(self, position, met):
        """Everything that follows where a line has come to must be as claimed, up to the next stated positions."""
        if position.game == 'nsolo' and not position.again and not all(map(any, position.rings)):
            mover = position.side
            bare = mover if not any(position.rings[mover]) else 1 - mover
            return self.must(position, self.won(position, 1 - bare), 'the game is over')
        if self.game == 'anywoli' and not any(position.rings[0]):
            return self.must(position, self.counted(position.stores), 'the game is over')
        if not position.again and self.is_settled(position):
            return None
        if position.side == self.holder:
            numbers = self.numbers(position)
            if numbers in self.stated:
                return met.append(numbers)
        found = self.legal(position)
        if not found:
            return self.must(position, self.stuck(position), 'there is no legal move')
        if position.side == self.holder:
            raise Fails(f'at {position}: no turn is stated here, and a line comes here')
        for move, after, ending in found:
            self.decided(position, move, after, ending)
            if ending:
                self.must(position, ending, f'{move} ends the game')
            else:
                self.arrive(after, met)
        return None

    def must(self, position, ending, how):
        if not self.meets(ending):
            raise Fails(f'at {position}: {how}, with winner, margin and points {ending}')

    def text(self, position, decisions):
        """The text of a turn, sowing by sowing."""
        sowings, strips = [], []
        for kind, pit, seeds in decisions:
            if kind in (0, 3, 4):
                other_row = not self.four_rows and (pit < self.columns) != (position.side == 0)
                sowings.append(name(position, pit) + ('*' if other_row else '=' if kind else ''))
            elif kind in (1, 2):
                sowings[-1] += '>' if kind == 1 else '<'
            elif kind == 5:
                strips.append(name(position, pit) + (f'x{seeds}' if seeds > 1 else ''))
            elif kind == 6 or not sowings:
                sowings.append('pass' if kind == 6 else 'stop')
            elif not (self.game == 'nsolo'):
                sowings.append('stop')
        if strips:
            sowings[-1] += ':' + ','.join(strips)
        return sowings

    def check(self, numbers):
        """One stated position; the positions that can follow."""
        decisions, rank = self.stated[numbers]
        position, met = self.position(numbers), []
        if self.numbers(position) != numbers:
            raise Fails(f'at {position}: it has flags that these rules do not know')
        here = position
        sowings = self.text(position, decisions)
        for i, sowing in enumerate(sowings):
            chosen = [(after, ending) for move, after, ending in self.legal(here) if move == sowing]
            if not chosen:
                raise Fails(f'at {here}: {sowing} is not a legal turn')
            self.decided(here, sowing, *chosen[0])
            here, ending = chosen[0]
            if (i == len(sowings) - 1) == (not ending and here.again):
                raise Fails(f'at {position}: {"+".join(sowings)} is not one whole turn')
        if ending:
            self.must(position, ending, f'{sowings[-1]} ends the game')
        else:
            self.arrive(here, met)
        falls = self.falls(position)
        for after in met:
            lower = self.stated[after][1]
            if lower > rank or falls and lower == rank:
                raise Fails(f'at {position}: its rank {rank} does not fall to {lower} at {self.position(after)}')
        return met


def check(certificate, jobs):
    met = []
    certificate.arrive(certificate.root, met)
    reached = set(met)
    if jobs > 1:
        with multiprocessing.get_context('fork').Pool(jobs) as pool:
            for met in pool.imap_unordered(certificate.check, certificate.stated, 64):
                reached.update(met)
    else:
        for numbers in certificate.stated:
            reached.update(certificate.check(numbers))
    for numbers in certificate.stated:
        if numbers not in reached:
            raise Fails(f'at {certificate.position(numbers)}: a turn is stated here, and no line comes here')


def main(arguments):
    jobs = 1
    if arguments[:1] == ['--jobs']:
        jobs, arguments = int(arguments[1]), arguments[2:]
    if not arguments:
        sys.exit(__doc__)
    worst = 0
    for path in arguments:
        try:
            certificate = Certificate(path)
            check(certificate, jobs)
            print(f"{path} holds: {certificate.fields['holder']}, {certificate.fields['least']}, "
                  f"{len(certificate.stated)} positions", flush=True)
        except Fails as fails:
            print(f'{path} does not hold, {fails}')
            worst = max(worst, 1)
        except (Damaged, OSError, ValueError, KeyError, IndexError, AssertionError) as error:
            print(f'{path} is damaged or no certificate: {error}')
            worst = 2
    return worst


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
