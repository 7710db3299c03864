// SPDX-License-Identifier: Apache-2.0
// What one access of a warp costs: the model of lang/base/memory_cost.h, with what each byte is moved for.

const SECTOR = 32, BANKS = 32, WORD = 4;

// run-32: a run is split into the widest accesses that are proven aligned, of 16 bytes at most.
function partsOf(trace, event) {
    const bytes = trace.elementBytes(trace.buffer(event));
    const width = trace.width(event);
    if (width === 1) return [{first: 0, bytes}];
    const {modulus, residue} = trace.siteOf(event).congruence || {modulus: 1, residue: 0};
    const parts = [];
    for (let place = 0; place < width * bytes;) {
        const fits = (wider) => wider <= 16 && wider <= width * bytes - place && wider <= modulus &&
            (residue + place) % wider === 0;
        let wide = 1;
        while (fits(wide * 2)) wide *= 2;
        parts.push({first: place, bytes: wide});
        place += wide;
    }
    return parts;
}

// One request: the lanes by what they ask for. Addresses count from a multiple of 256, or from the tile's first byte.
function requestsOf(trace, event) {
    const buffer = trace.buffer(event);
    const elementBytes = trace.elementBytes(buffer);
    const base = buffer.space === "tile" ? 0 : buffer.address || 0;
    const offsets = trace.offsets(event);
    return partsOf(trace, event).map(({first, bytes}) => {
        const lanes = [];
        offsets.forEach((offset, lane) => lanes.push({lane, address: base + offset * elementBytes + first}));
        return {first, bytes, lanes};
    });
}

// {sectors: [{number, uses: [{from, to, lanes}]}], ideal, used}: bytes of each sector by who asks for them.
function sectorsOf(request) {
    const byAddress = new Map();
    for (const {lane, address} of request.lanes) {
        if (!byAddress.has(address)) byAddress.set(address, []);
        byAddress.get(address).push(lane);
    }
    const sectors = new Map();
    for (const [address, lanes] of byAddress) {
        const number = Math.floor(address / SECTOR);
        if (!sectors.has(number)) sectors.set(number, {number, uses: []});
        const from = address - number * SECTOR;
        sectors.get(number).uses.push({from, to: from + request.bytes, lanes});
    }
    const used = byAddress.size * request.bytes;
    return {sectors: [...sectors.values()].sort((a, b) => a.number - b.number), used, ideal: Math.ceil(used / SECTOR)};
}

// {phases: [{lanes, banks: [[{word, lanes}]], words}], wavefronts, conflicts, used}: by phase and bank the words that it
// gives, and to whom.
function banksOf(request, lanes) {
    const lanesAPhase = BANKS * WORD / Math.max(request.bytes, WORD);
    const phases = [];
    for (let begin = 0; begin < lanes; begin += lanesAPhase) {
        const some = request.lanes.filter(({lane}) => lane >= begin && lane < begin + lanesAPhase);
        if (some.length === 0) continue;
        const words = new Map();
        for (const {lane, address} of some)
            for (let word = Math.floor(address / WORD); word * WORD < address + request.bytes; ++word) {
                if (!words.has(word)) words.set(word, []);
                words.get(word).push(lane);
            }
        const banks = Array.from({length: BANKS}, () => []);
        for (const word of [...words.keys()].sort((a, b) => a - b)) banks[word % BANKS].push({word, lanes: words.get(word)});
        phases.push({lanes: some.map(({lane}) => lane), banks, words: Math.max(...banks.map((bank) => bank.length))});
    }
    const wavefronts = phases.reduce((sum, phase) => sum + phase.words, 0);
    const used = new Set(request.lanes.map(({address}) => address)).size * request.bytes;
    return {phases, wavefronts, conflicts: wavefronts - phases.length, used};
}

// The sums of one access over its requests.
function costOf(trace, event) {
    const cost = {requests: 0, sectors: 0, ideal_sectors: 0, wavefronts: 0, conflicts: 0, bytes_used: 0, bytes_moved: 0};
    const isTile = trace.buffer(event).space === "tile";
    for (const request of requestsOf(trace, event)) {
        ++cost.requests;
        if (isTile) {
            const {wavefronts, conflicts, used} = banksOf(request, trace.lanes);
            cost.wavefronts += wavefronts;
            cost.conflicts += conflicts;
            cost.bytes_used += used;
            cost.bytes_moved += wavefronts * BANKS * WORD;
        } else {
            const {sectors, ideal, used} = sectorsOf(request);
            cost.sectors += sectors.length;
            cost.ideal_sectors += ideal;
            cost.bytes_used += used;
            cost.bytes_moved += sectors.length * SECTOR;
        }
    }
    return cost;
}
