// SPDX-License-Identifier: Apache-2.0
// A trace as docs/traces.md describes it: typed arrays, and what is looked up in them.

const KINDS = ["load", "store", "atomic", "branch", "reunion", "meeting"];
const BRANCH = 3, REUNION = 4, MEETING = 5;
const ELEMENT_BYTES = {bool: 1, i8: 1, u8: 1, f16: 2, bf16: 2, i32: 4, u32: 4, f32: 4, i64: 8, u64: 8, f64: 8};
const BARRIERS = new Set(["barrier", "warp_barrier", "grid_barrier", "tile", "slice", "slice_store"]);

async function inflated(base64, size) {
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (bytes.length !== size) throw new Error(`a column has ${bytes.length} bytes, not ${size}`);
    return bytes;
}

// Columns of 64-bit numbers stay pairs of 32 bits: low, high.
function typed(bytes, type) {
    if (type === "u1") return bytes;
    if (type === "i4") return new Int32Array(bytes.buffer);
    return new Uint32Array(bytes.buffer);
}

const bitsOf = (low, high) => {
    const count = (word) => {
        word -= (word >>> 1) & 0x55555555;
        word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
        return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    };
    return count(low) + count(high);
};

class Trace {
    // Reads the trace of that number from the page.
    static async read(number) {
        const told = JSON.parse(document.querySelector(`script[data-trace="${number}"]`).textContent);
        const columns = {};
        await Promise.all([...document.querySelectorAll(`script[data-of="${number}"]`)].map(async (element) => {
            const {column, type, bytes} = element.dataset;
            columns[column] = typed(await inflated(element.textContent, Number(bytes)), type);
            element.remove();
        }));
        return new Trace(told, columns);
    }

    constructor(told, columns) {
        Object.assign(this, {name: told.name, manifest: told.manifest, lineCosts: told.lines, columns});
        this.events = columns.kind.length;
        this.lanes = this.manifest.lanes;
        this.warps = this.manifest.threads / this.lanes;
        this.index();
    }

    // Of each event the row of its access or branch, and how deep its warp's lanes are parted there; of each block its
    // first event; of each step, which is what the warps of a block do at one place one after the other, too.
    index() {
        const {kind, site, visit, warp, lanes, branch_taken: taken} = this.columns;
        const row = new Uint32Array(this.events);
        const depth = new Uint8Array(this.events);
        const blocks = this.columns.block_events.length / 2;
        this.blockStart = new Float64Array(blocks + 1);
        for (let block = 0; block < blocks; ++block)
            this.blockStart[block + 1] = this.blockStart[block] + this.wide(this.columns.block_events, block);
        const starts = [];
        const open = Array.from({length: this.warps}, () => []);
        let access = 0, branch = 0, block = -1;
        for (let event = 0; event < this.events; ++event) {
            let begins = false;
            while (block + 1 < blocks && event >= this.blockStart[block + 1] && event < this.events) {
                ++block;
                begins = true;
                for (const sites of open) sites.length = 0;
            }
            const before = event - 1;
            if (begins || kind[before] !== kind[event] || site[before] !== site[event] || visit[before] !== visit[event] ||
                warp[before] >= warp[event]) starts.push(event);
            const sites = open[warp[event]];
            if (kind[event] === REUNION && sites.includes(site[event])) sites.length = sites.indexOf(site[event]);
            depth[event] = Math.min(sites.length, 255);
            if (kind[event] < BRANCH) row[event] = access++;
            if (kind[event] !== BRANCH) continue;
            row[event] = branch;
            const [low, high] = [taken[2 * branch], taken[2 * branch + 1]];
            ++branch;
            const parts = (low | high) !== 0 && (low !== lanes[2 * event] || high !== lanes[2 * event + 1]);
            if (parts && !sites.includes(site[event])) sites.push(site[event]);
        }
        Object.assign(this, {row, depth, stepStart: Uint32Array.from(starts), valueStart: null});
        if (this.manifest.values) this.indexValues();
    }

    indexValues() {
        this.valueStart = new Float64Array(this.columns.access_base.length / 2 + 1);
        const {kind, lanes} = this.columns;
        for (let event = 0; event < this.events; ++event) {
            if (kind[event] >= BRANCH) continue;
            const bytes = this.elementBytes(this.buffer(event)) * this.columns.access_width[this.row[event]];
            this.valueStart[this.row[event] + 1] =
                this.valueStart[this.row[event]] + bytes * bitsOf(lanes[2 * event], lanes[2 * event + 1]);
        }
    }

    // A signed 64-bit number; exact below 2^53.
    wide(column, at) { return (column[2 * at + 1] | 0) * 4294967296 + column[2 * at]; }

    kindOf(event) { return KINDS[this.columns.kind[event]]; }
    isAccess(event) { return this.columns.kind[event] < BRANCH; }
    siteOf(event) { return this.manifest.sites[this.columns.site[event]]; }
    lineOf(event) { return this.siteOf(event).line; }
    warpOf(event) { return this.columns.warp[event]; }
    has(event, lane) { return (this.columns.lanes[2 * event + (lane >> 5)] >>> (lane & 31) & 1) === 1; }
    takes(event, lane) {
        return (this.columns.branch_taken[2 * this.row[event] + (lane >> 5)] >>> (lane & 31) & 1) === 1;
    }
    lanesOf(event) {
        const all = [];
        for (let lane = 0; lane < this.lanes; ++lane) if (this.has(event, lane)) all.push(lane);
        return all;
    }
    countOf(event) { return bitsOf(this.columns.lanes[2 * event], this.columns.lanes[2 * event + 1]); }
    takenOf(event) { return this.lanesOf(event).filter((lane) => this.takes(event, lane)); }
    diverges(event) {
        if (this.columns.kind[event] !== BRANCH) return false;
        const count = this.takenOf(event).length;
        return count !== 0 && count !== this.countOf(event);
    }

    buffer(event) { return this.manifest.buffers[this.columns.access_buffer[this.row[event]]]; }
    elementBytes(buffer) { return ELEMENT_BYTES[buffer.element]; }
    width(event) { return this.columns.access_width[this.row[event]]; }
    // Offsets in elements by lane; undefined for those that take no part.
    offsets(event) {
        const at = this.row[event];
        const base = this.wide(this.columns.access_base, at);
        const isListed = this.columns.access_form[at] === 1;
        const all = new Array(this.lanes);
        let next = base;
        for (let lane = 0; lane < this.lanes; ++lane) {
            if (!this.has(event, lane)) continue;
            all[lane] = isListed ? this.wide(this.columns.offsets, next++) : base + this.columns.access_stride[at] * lane;
        }
        return all;
    }
    // The values that a lane reads or writes, as texts; nothing where the trace has none.
    values(event, lane) {
        if (!this.valueStart || !this.has(event, lane)) return null;
        const element = this.buffer(event).element;
        const bytes = ELEMENT_BYTES[element];
        const width = this.width(event);
        const before = this.lanesOf(event).indexOf(lane);
        const start = this.valueStart[this.row[event]] + before * width * bytes;
        const view = new DataView(this.columns.values.buffer, this.columns.values.byteOffset + start, width * bytes);
        return Array.from({length: width}, (_, i) => valueText(view, i * bytes, element));
    }

    blockOf(event) {
        let low = 0, high = this.blockStart.length - 2;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.blockStart[middle] <= event) low = middle; else high = middle - 1;
        }
        return low;
    }
    blockName(block) {
        return [0, 1, 2].map((axis) => this.wide(this.columns.block, 3 * block + axis)).join(", ");
    }
    // The number of the step an event is part of.
    stepOf(event) {
        let low = 0, high = this.stepStart.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.stepStart[middle] <= event) low = middle; else high = middle - 1;
        }
        return low;
    }
    eventsOfStep(step) {
        const end = step + 1 < this.stepStart.length ? this.stepStart[step + 1] : this.events;
        return Array.from({length: end - this.stepStart[step]}, (_, i) => this.stepStart[step] + i);
    }
    // First and last step of a block.
    stepsOfBlock(block) {
        return [this.stepOf(this.blockStart[block]), this.stepOf(this.blockStart[block + 1] - 1)];
    }

    // The next event before or after `event` for which a column filter holds; -1 where there is none.
    find(event, direction, {site = -1, kind = -1, sites = null, warp = -1, block = -1}) {
        const begin = block < 0 ? 0 : this.blockStart[block];
        const end = block < 0 ? this.events : this.blockStart[block + 1];
        const columns = this.columns;
        let at = event + direction;
        if (at < begin && direction > 0) at = begin;
        if (at >= end && direction < 0) at = end - 1;
        for (; at >= begin && at < end; at += direction) {
            if (warp >= 0 && columns.warp[at] !== warp) continue;
            if (site >= 0 && columns.site[at] !== site) continue;
            if (kind >= 0 && columns.kind[at] !== kind) continue;
            if (sites && !sites[columns.site[at]]) continue;
            return at;
        }
        return -1;
    }
    // What the warp did at the event's place in its block, in order: the turns of a loop.
    turns(event) {
        const {kind, site, warp} = this.columns;
        const block = this.blockOf(event);
        const key = `${block} ${site[event]} ${warp[event]} ${kind[event]}`;
        if (this.turnsKey === key) return this.turnsKept;
        const all = [];
        for (let at = this.blockStart[block]; at < this.blockStart[block + 1]; ++at)
            if (site[at] === site[event] && warp[at] === warp[event] && kind[at] === kind[event]) all.push(at);
        this.turnsKey = key;
        this.turnsKept = all;
        return all;
    }
}

function valueText(view, at, element) {
    switch (element) {
        case "bool": return view.getUint8(at) ? "true" : "false";
        case "i8": return String(view.getInt8(at));
        case "u8": return String(view.getUint8(at));
        case "i32": return String(view.getInt32(at, true));
        case "u32": return String(view.getUint32(at, true));
        case "i64": return String(view.getBigInt64(at, true));
        case "u64": return String(view.getBigUint64(at, true));
        case "f64": return String(view.getFloat64(at, true));
        case "f32": return String(shortest(view.getFloat32(at, true)));
        case "bf16": {
            const bits = new DataView(new ArrayBuffer(4));
            bits.setUint16(2, view.getUint16(at, true), true);
            return String(shortest(bits.getFloat32(0, true)));
        }
        default: return String(half(view.getUint16(at, true)));
    }
}
// The shortest decimal that is the same f32.
function shortest(number) {
    for (let digits = 1; digits < 9; ++digits) {
        const short = Number(number.toPrecision(digits));
        if (Math.fround(short) === number) return short;
    }
    return number;
}
function half(bits) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
