// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "interp/observe/event.h"

namespace phobos::interp::observe {

/// Tells several observers, which outlive it, what it is told.
class Observers final : public Observer {
public:
    void add(Observer& observer) { all_.emplace_back(observer); }
    [[nodiscard]] bool empty() const { return all_.empty(); }

    void access(const Access& event) override {
        for (Observer& each : all_) each.access(event);
    }
    void branch(const Branch& event) override {
        for (Observer& each : all_) each.branch(event);
    }
    void meeting(const Meeting& event) override {
        for (Observer& each : all_) each.meeting(event);
    }
    void reunion(const Reunion& event) override {
        for (Observer& each : all_) each.reunion(event);
    }
    void byte_dots(const ByteDots& event) override {
        for (Observer& each : all_) each.byte_dots(event);
    }

private:
    std::vector<std::reference_wrapper<Observer>> all_;
};

}  // namespace phobos::interp::observe
