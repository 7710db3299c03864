// SPDX-License-Identifier: Apache-2.0
// All pictures of one trace.

class Side {
    // `pick` takes a thread, `go` an event.
    constructor(trace, title, {pick, go}) {
        this.trace = trace;
        this.block = new BlockPicture(trace, pick);
        this.elements = pictured("The elements");
        this.memory = pictured("The memory");
        this.exchange = pictured("The exchange");
        this.time = new TimeLine(trace, go);
        this.readout = html("pre", {class: "readout"});
        this.told = html("p", {class: "told"});
        this.section = html("section", {class: "side", "aria-label": title ? `Pictures of ${title}` : "Pictures"});
        if (title) this.section.append(html("h2", {}, title));
        this.block.picture.figure.insertBefore(html("div", {class: "pick"}, this.readout, this.told), this.block.picture.details);
        this.section.append(this.block.picture.figure, this.elements.figure, this.memory.figure, this.exchange.figure,
            this.time.picture.figure);
    }

    draw(event, thread) {
        const {trace} = this;
        const [warp, lane] = [Math.floor(thread / trace.lanes), thread % trace.lanes];
        this.block.draw(event, thread);
        this.readout.textContent = [`thread = warp * lanes + lane`, `${thread} = ${warp} * ${trace.lanes} + ${lane}`, "",
            `ctx.thread = ${thread}`, `ctx.warp   = ${thread} / ${trace.lanes} = ${warp}`,
            `ctx.lane   = ${thread} - ${warp} * ${trace.lanes} = ${lane}`].join("\n");
        this.told.textContent = `Thread ${thread} is lane ${lane} of warp ${warp}: ${thread} = ${warp} * ${trace.lanes} + ${lane}. ${this.doing(event, warp, lane)}`;
        for (const picture of [this.elements, this.memory, this.exchange]) picture.hide();
        if (event < 0) return this.time.picture.hide();
        if (trace.isAccess(event)) {
            drawElements(this.elements, trace, event, lane);
            drawMemory(this.memory, trace, event, lane);
        } else if (["collective", "shuffle"].includes(trace.siteOf(event).kind) && trace.columns.kind[event] === MEETING) {
            drawExchange(this.exchange, trace, event, lane);
        }
        this.time.draw(event, (this.section.clientWidth || 640) - 36);
    }

    doing(event, warp, lane) {
        const {trace} = this;
        if (event < 0) return "";
        if (trace.warpOf(event) !== warp) return `Warp ${warp} does nothing in this step; the pictures show warp ${trace.warpOf(event)}.`;
        if (!trace.has(event, lane)) return "It is masked here: other lanes of its warp go on alone.";
        const kind = trace.kindOf(event);
        if (trace.isAccess(event))
            return `It ${{load: "reads", store: "writes", atomic: "changes"}[kind]} ${elementName(trace.buffer(event), trace.offsets(event)[lane])}.`;
        if (kind === "branch") return trace.takes(event, lane) ? "The condition holds for it." : "The condition does not hold for it.";
        return `It is here: ${describePlace(trace, event)}.`;
    }
}
