// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"
#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

/// A second reading of docs/spec/08-uniformity.md for tests: it lists every path through every body and applies the
/// rules to the paths as they are written. Slow, and feasible for small programs only.
namespace phobos::check::level_oracle {

using namespace program;

struct Solution {
    std::vector<Level> expressions;  ///< by ExpressionId
    std::vector<Level> control;      ///< by SiteId, relative to the kernel
    std::vector<Level> trip;         ///< by SiteId
    std::vector<Level> highest;      ///< by LocalId: of every use
    bool too_many_paths = false;
};

/// What happened on a path, since the start of its region.
struct Step {
    enum class Kind { choice, assignment, meeting };
    Kind kind;
    std::uint32_t id;  ///< SiteId of the `if`, LocalId, or number of the meeting point
    int side = 0;      ///< of a choice
    Level level = Level::uniform;

    friend bool operator==(const Step& a, const Step& b) {
        return a.kind == b.kind && a.id == b.id && a.side == b.side;
    }
};

struct Path {
    bool live = true;
    std::vector<Level> variables;  ///< by LocalId
    std::vector<Step> steps;
};
using Paths = std::vector<Path>;

/// Of several paths the live ones count; the others only where there is none.
inline Paths counted(const Paths& paths) {
    Paths live;
    std::ranges::copy_if(paths, std::back_inserter(live), &Path::live);
    return live.empty() ? paths : live;
}
inline bool any_live(const Paths& paths) { return std::ranges::any_of(paths, &Path::live); }

inline std::vector<Level> joined(const Paths& paths, std::size_t locals) {
    std::vector<Level> levels(locals);
    for (const Path& path : counted(paths))
        for (std::size_t i = 0; i < locals; ++i) levels[i] = join(levels[i], path.variables[i]);
    return levels;
}

/// The first choice in which two paths differ since they last met.
inline const Step* parting(const Path& a, const Path& b) {
    std::size_t i = 0;
    std::size_t j = 0;
    for (std::size_t x = 0; x < a.steps.size(); ++x)
        for (std::size_t y = 0; y < b.steps.size(); ++y)
            if (a.steps[x].kind == Step::Kind::meeting && a.steps[x] == b.steps[y]) i = x, j = y;
    for (; i < a.steps.size() && j < b.steps.size(); ++i, ++j) {
        if (a.steps[i] == b.steps[j]) continue;
        return a.steps[i].kind == Step::Kind::choice ? &a.steps[i] : nullptr;
    }
    return nullptr;
}

inline std::set<std::uint32_t> assigned_on(std::span<const Step> steps) {
    std::set<std::uint32_t> locals;
    for (const Step& step : steps)
        if (step.kind == Step::Kind::assignment) locals.insert(step.id);
    return locals;
}

/// level-35: the levels of the variables where paths meet.
inline std::vector<Level> met(const Paths& arriving, std::size_t locals) {
    std::vector<Level> levels = joined(arriving, locals);
    if (!any_live(arriving)) return levels;  // level-31
    const Paths paths = counted(arriving);
    std::map<std::uint32_t, Level> conditions;
    for (const Path& a : paths)
        for (const Path& b : paths)
            if (const Step* choice = parting(a, b)) conditions[choice->id] = choice->level;
    for (const Path& path : paths)
        for (std::size_t i = 0; i < path.steps.size(); ++i) {
            const Step& step = path.steps[i];
            if (step.kind != Step::Kind::choice || !conditions.contains(step.id)) continue;
            for (const std::uint32_t local : assigned_on(std::span(path.steps).subspan(i)))
                levels[local] = join(levels[local], conditions[step.id]);
        }
    return levels;
}

/// The `continue`s of the loop around and the `return`s in a statement.
inline void find_exits(const Statement& statement, std::vector<const Statement*>& continues,
                       std::vector<const Statement*>& returns) {
    const auto each = [&](const Block& block, std::vector<const Statement*>& into) {
        for (const Statement& inner : block.statements) find_exits(inner, into, returns);
    };
    std::vector<const Statement*> of_inner_loop;
    if (std::holds_alternative<Continue>(statement.node)) continues.push_back(&statement);
    if (std::holds_alternative<Return>(statement.node)) returns.push_back(&statement);
    if (const auto* node = std::get_if<If>(&statement.node))
        each(*node->then, continues), each(*node->otherwise, continues);
    if (const auto* node = std::get_if<For>(&statement.node)) each(*node->body, of_inner_loop);
    if (const auto* node = std::get_if<While>(&statement.node)) each(*node->body, of_inner_loop);
}

class Reader {
public:
    /// Without the joins of one rule, `level-<omitted>`, to see whether that is noticed; 0 for none.
    Reader(const Program& program, int omitted) : program_(program), omitted_(omitted) {
        solution_.expressions.resize(program.expressions);
        solution_.control.resize(program.sites.size());
        solution_.trip.resize(program.sites.size());
        solution_.highest.resize(program.locals.size());
    }

    Solution solve() {
        do {
            changed_ = false;
            meetings_ = 0;
            regions_ = {{Region::Kind::function, 0, 0, {}, {}, {}}};
            frames_.clear();
            Paths start(1);
            start[0].variables.resize(program_.locals.size());
            walk(program_.body, std::move(start));
        } while (changed_ && !solution_.too_many_paths);
        return std::move(solution_);
    }

private:
    using ExitKey = std::pair<const Statement*, std::uint32_t>;  ///< an exit and a region it stands in

    struct Region {
        enum class Kind { function, loop };
        Kind kind;
        std::uint32_t id;  ///< 0 for the kernel, else its SiteId + 1
        std::size_t frames;
        Paths continued;
        Paths broken;
        std::vector<ExitKey> exits;  ///< level-26
        Level result = Level::uniform;
    };
    /// Something that control levels collect.
    struct Frame {
        int rule = 0;                                                       ///< by which its level counts
        Level level = Level::uniform;                                       ///< of a condition or trip
        std::vector<std::pair<const Statement*, std::uint32_t>> continues;  ///< with the loop
        std::vector<const Statement*> returns;
    };

    /// A level that a rule joins, unless it is omitted.
    [[nodiscard]] Level by(int rule, Level level) const { return rule == omitted_ ? Level::uniform : level; }

    void raise(Level& known, Level level) {
        if (join(known, level) == known) return;
        known = join(known, level);
        changed_ = true;
    }

    // --- control (level-21 to level-30) ---

    [[nodiscard]] Level exit_level(const Statement* exit, std::uint32_t region) const {
        const auto found = exits_.find({exit, region});
        return found == exits_.end() ? Level::uniform : found->second;
    }
    [[nodiscard]] Level control_between(std::size_t begin, std::size_t end, std::uint32_t region) const {
        Level level = Level::uniform;
        for (std::size_t i = begin; i < end; ++i) {
            level = join(level, by(frames_[i].rule, frames_[i].level));
            for (const auto& [exit, loop] : frames_[i].continues) level = join(level, by(27, exit_level(exit, loop)));
            for (const Statement* exit : frames_[i].returns) level = join(level, by(28, exit_level(exit, region)));
        }
        return level;
    }
    [[nodiscard]] Level control_in(const Region& region) const {
        return control_between(region.frames, frames_.size(), region.id);
    }
    void at(SiteId site) {
        Level level = Level::uniform;
        std::size_t end = frames_.size();
        for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
            if (region->kind == Region::Kind::loop) continue;
            level = join(level, control_between(region->frames, end, region->id));
            end = region->frames;
        }
        raise(solution_.control[site.index], level);
    }
    /// The regions that an exit leaves, from the innermost to the first of a kind.
    void leave(const Statement& statement, Region::Kind outermost) {
        for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
            raise(exits_[{&statement, region->id}], control_in(*region));
            if (region->kind == outermost) return;
        }
    }

    // --- expressions ---

    Level level(const Expression& expression, const Paths& paths) {
        Level found = std::visit([&](const auto& node) { return level_of(node, expression, paths); }, expression.node);
        if (expression.type.form == Form::tile) found = Level::uniform;
        raise(solution_.expressions[expression.id.index], found);
        return solution_.expressions[expression.id.index];
    }
    Level operands(const Expression& expression, const Paths& paths) {
        Level found = Level::uniform;
        for_each_child(expression, [&](const Expression& child) { found = join(found, level(child, paths)); });
        return found;
    }
    Level level_of(const ContextUse& node, const Expression&, const Paths&) {
        if (node.field == ContextField::lane || node.field == ContextField::thread) return by(11, Level::varying);
        return node.field == ContextField::warp ? by(10, Level::warp_uniform) : Level::uniform;
    }
    Level level_of(const LocalUse& node, const Expression&, const Paths& paths) {
        Level found = Level::uniform;
        for (const Path& path : counted(paths)) found = join(found, path.variables[node.local.index]);
        raise(solution_.highest[node.local.index], found);
        return found;
    }
    Level level_of(const Logical& node, const Expression&, const Paths& paths) {
        at(node.site);
        const Level left = level(*node.left, paths);
        frames_.push_back({22, left, {}, {}});
        const Level right = level(*node.right, paths);
        frames_.pop_back();
        return join(left, right);
    }
    Level level_of(const Collective& node, const Expression&, const Paths& paths) {
        at(node.site);
        const Level operand = level(*node.operand, paths);
        if (node.scope == Scope::threads || operand == Level::uniform) return Level::uniform;
        return by(17, Level::warp_uniform);
    }
    Level level_of(const Ballot& node, const Expression&, const Paths& paths) {
        at(node.site);
        return level(*node.predicate, paths) == Level::uniform ? Level::uniform : by(17, Level::warp_uniform);
    }
    Level level_of(const Shuffle& node, const Expression&, const Paths& paths) {
        at(node.site);
        const Level value = level(*node.value, paths);
        const Level selector = level(*node.selector, paths);
        if (value <= Level::warp_uniform) return by(18, value);
        return node.kind == ShuffleKind::lane && selector <= Level::warp_uniform ? Level::warp_uniform
                                                                                 : by(19, Level::varying);
    }
    Level level_of(const Atomic& node, const Expression& expression, const Paths& paths) {
        at(node.site);
        operands(expression, paths);
        return by(12, Level::varying);
    }
    /// The start of a function's body.
    Paths bound(const std::vector<Binding>& bindings, const Paths& paths) {
        Paths start(1);
        start[0].live = any_live(paths);
        start[0].variables.resize(program_.locals.size());
        for (const Binding& binding : bindings) {
            const Level argument = level(*binding.argument, paths);
            if (const auto* local = std::get_if<LocalId>(&binding.parameter)) set(start[0], *local, argument);
        }
        return start;
    }
    Level level_of(const Generate& node, const Expression&, const Paths& paths) {
        at(node.site);
        Paths start = bound(node.bindings, paths);
        for (const LocalId place : {node.row, node.column}) set(start[0], place, by(53, Level::varying));
        frames_.push_back({53, Level::varying, {}, {}});
        regions_.push_back({Region::Kind::function, node.site.index + 1, frames_.size(), {}, {}, {}});
        walk(*node.body, std::move(start));
        regions_.pop_back();
        frames_.pop_back();
        return Level::uniform;
    }
    Level level_of(const Call& node, const Expression&, const Paths& paths) {
        at(node.site);
        Paths start = bound(node.bindings, paths);
        regions_.push_back({Region::Kind::function, node.site.index + 1, frames_.size(), {}, {}, {}});
        walk(*node.body, std::move(start));
        const Level result = regions_.back().result;
        regions_.pop_back();
        return result;
    }
    /// Constants, dims, operators, conversions, elementwise builtins, loads and runs.
    template <class Node>
    Level level_of(const Node& node, const Expression& expression, const Paths& paths) {
        if constexpr (requires { node.site.index; }) at(node.site);
        if constexpr (std::is_same_v<Node, Binary>)
            if (node.site) at(*node.site);
        const bool reads = std::is_same_v<Node, Load> || std::is_same_v<Node, RunLoad>;
        return by(reads ? 14 : 15, operands(expression, paths));
    }

    // --- statements ---

    void set(Path& path, LocalId local, Level value) {
        path.variables[local.index] = value;
        path.steps.push_back({Step::Kind::assignment, local.index, 0, value});
        raise(solution_.highest[local.index], value);
    }
    /// All paths go on from a meeting point with the same levels.
    Paths meet(Paths paths, const std::vector<Level>& levels) {
        const std::uint32_t meeting = meetings_++;
        paths = counted(paths);
        for (Path& path : paths) {
            path.variables = levels;
            path.steps.push_back({Step::Kind::meeting, meeting, 0, Level::uniform});
        }
        return paths;
    }

    Paths walk(const Block& block, Paths paths) {
        const std::size_t frames = frames_.size();
        frames_.emplace_back();
        for (const Statement& statement : block.statements) {
            paths =
                std::visit([&](const auto& node) { return after(node, statement, std::move(paths)); }, statement.node);
            if (paths.size() > 200) solution_.too_many_paths = true;
            if (solution_.too_many_paths) break;
            std::vector<const Statement*> continues;
            find_exits(statement, continues, frames_[frames].returns);
            for (const Statement* exit : continues) frames_[frames].continues.emplace_back(exit, regions_.back().id);
        }
        frames_.resize(frames);
        return paths;
    }

    Paths after(const Assign& node, const Statement&, Paths paths) {
        const Level value = by(33, level(node.value, paths));
        for (Path& path : paths) set(path, node.local, value);
        return paths;
    }
    Paths after(const Store& node, const Statement&, Paths paths) {
        at(node.site);
        level(node.value, paths);
        for (const Expression& subscript : node.subscripts) level(subscript, paths);
        return paths;
    }
    Paths after(const RunStore& node, const Statement&, Paths paths) {
        at(node.site);
        level(node.value, paths);
        for (const Expression& subscript : node.subscripts) level(subscript, paths);
        return paths;
    }
    Paths after(const Evaluate& node, const Statement&, Paths paths) {
        level(node.expression, paths);
        return paths;
    }
    template <class Node>
    Paths after_tile_operation(const Node& node, const Statement& statement, Paths paths) {
        at(node.site);
        for_each_expression(statement, [&](const Expression& expression) { level(expression, paths); });
        return paths;
    }
    Paths after(const DeclareTile& node, const Statement& statement, Paths paths) {
        return after_tile_operation(node, statement, std::move(paths));
    }
    Paths after(const TileStore& node, const Statement& statement, Paths paths) {
        return after_tile_operation(node, statement, std::move(paths));
    }
    Paths after(const Accumulate& node, const Statement& statement, Paths paths) {
        return after_tile_operation(node, statement, std::move(paths));
    }
    Paths after(const Barrier& node, const Statement&, Paths paths) {
        at(node.site);
        return paths;
    }
    Paths after(const WarpBarrier& node, const Statement&, Paths paths) {
        at(node.site);
        return paths;
    }
    Paths after(const GridBarrier& node, const Statement&, Paths paths) {
        at(node.site);
        return paths;
    }

    Paths after(const If& node, const Statement&, const Paths& paths) {
        at(node.site);
        const Level condition = level(node.condition, paths);
        frames_.push_back({22, condition, {}, {}});
        Paths arriving;
        for (int side = 0; side < 2; ++side) {
            Paths arm = paths;
            for (Path& path : arm) path.steps.push_back({Step::Kind::choice, node.site.index, side, condition});
            for (Path& path : walk(side == 0 ? *node.then : *node.otherwise, std::move(arm)))
                arriving.push_back(std::move(path));
        }
        frames_.pop_back();
        const std::vector<Level> levels =
            omitted_ == 36 ? joined(arriving, program_.locals.size()) : met(arriving, program_.locals.size());
        return meet(std::move(arriving), levels);
    }

    Paths after(const For& node, const Statement&, Paths paths) {
        const Level start = level(node.start, paths);
        const Level end = level(node.end, paths);
        const Level step = level(node.step, paths);
        for (Path& path : paths) set(path, node.variable, by(13, join(start, step)));
        raise(solution_.trip[node.site.index], by(24, join(join(start, end), step)));
        return loop(node.site, *node.body, nullptr, std::move(paths));
    }
    Paths after(const While& node, const Statement&, Paths paths) {
        return loop(node.site, *node.body, &node.condition, std::move(paths));
    }
    Paths loop(SiteId site, const Block& body, const Expression* condition, Paths before) {
        at(site);
        const std::size_t locals = program_.locals.size();
        Level& trip = solution_.trip[site.index];
        Path head;
        head.live = any_live(before);
        head.variables = joined(before, locals);
        std::vector<Level>& known = heads_[site.index];  // level-39
        known.resize(locals);
        for (std::size_t i = 0; i < locals; ++i) raise(known[i], head.variables[i]);
        head.variables = known;

        frames_.push_back({23, trip, {}, {}});
        regions_.push_back({Region::Kind::loop, site.index + 1, frames_.size(), {}, {}, {}});
        if (condition != nullptr) raise(trip, by(25, level(*condition, {head})));
        Paths ends = walk(body, {head});
        const Region region = std::move(regions_.back());
        regions_.pop_back();
        frames_.pop_back();
        for (const ExitKey& exit : region.exits) raise(trip, by(26, exits_[exit]));  // level-26

        ends.insert(ends.end(), region.continued.begin(), region.continued.end());
        std::set<std::uint32_t> assigned;
        if (!ends.empty() && any_live(ends) == head.live) {
            const std::vector<Level> levels = omitted_ == 37 ? joined(ends, locals) : met(ends, locals);  // level-37
            for (std::size_t i = 0; i < locals; ++i) raise(known[i], by(39, levels[i]));
            for (const Path& path : counted(ends)) assigned.merge(assigned_on(path.steps));
        }
        Paths exits = region.broken;
        exits.push_back(head);
        exits = counted(exits);
        for (const Path& path : exits) assigned.merge(assigned_on(path.steps));
        std::vector<Level> levels = joined(exits, locals);
        for (std::size_t i = 0; i < locals; ++i)
            levels[i] = join(levels[i], head.live || !any_live(exits) ? known[i] : levels[i]);
        if (head.live)
            for (const std::uint32_t local : assigned) levels[local] = join(levels[local], by(38, trip));  // level-38
        for (Path& path : before)
            for (const std::uint32_t local : assigned)
                path.steps.push_back({Step::Kind::assignment, local, 0, levels[local]});
        return meet(std::move(before), levels);
    }

    Paths leaving(Paths paths) {
        for (Path& path : paths) path.live = false;
        return paths;
    }
    Paths after(const Break&, const Statement& statement, const Paths& paths) {
        leave(statement, Region::Kind::loop);
        Region& region = regions_.back();
        region.exits.emplace_back(&statement, region.id);
        region.broken.insert(region.broken.end(), paths.begin(), paths.end());
        return leaving(paths);
    }
    Paths after(const Continue&, const Statement& statement, const Paths& paths) {
        leave(statement, Region::Kind::loop);
        Region& region = regions_.back();
        region.continued.insert(region.continued.end(), paths.begin(), paths.end());
        return leaving(paths);
    }
    Paths after(const Return& node, const Statement& statement, const Paths& paths) {
        const Level value = node.value ? level(*node.value, paths) : Level::uniform;
        leave(statement, Region::Kind::function);
        for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
            region->exits.emplace_back(&statement, region->id);
            if (region->kind == Region::Kind::loop) continue;
            region->result = join(region->result, join(by(20, value), by(42, control_in(*region))));  // level-42
            break;
        }
        return leaving(paths);
    }

    const Program& program_;
    int omitted_;
    Solution solution_;
    bool changed_ = false;
    std::uint32_t meetings_ = 0;
    std::map<ExitKey, Level> exits_;
    std::map<std::uint32_t, std::vector<Level>> heads_;
    std::vector<Region> regions_;
    std::vector<Frame> frames_;
};

inline Solution solve(const Program& program, int omitted = 0) { return Reader(program, omitted).solve(); }

}  // namespace phobos::check::level_oracle
