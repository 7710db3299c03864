// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "backend/device/driver.h"
#include "backend/device/engine.h"
#include "backend/nvrtc/compiler.h"
#include "lang/base/result.h"
#include "tests/places.h"

/// What tests on a GPU share.
namespace phobos::harness {

/// A driver and a compiler of texts; without a cache, since what is tested is compiled here.
struct Card {
    std::shared_ptr<const device::Driver> driver;
    std::shared_ptr<nvrtc::Compiler> compiler;

    /// Fails with why nothing runs on a GPU here.
    static Result<Card, std::string> open() {
        auto driver = device::Driver::open(device::default_driver_names());
        if (!driver) return Failure{std::move(driver.error().text)};
        nvrtc::CompilerOptions options;
        const auto worker = places::programs() / "phobos-nvrtc-worker";
        options.pool = nvrtc::PoolOptions{{worker.string()}, static_cast<int>(std::thread::hardware_concurrency())};
        auto compiler = nvrtc::Compiler::make(std::move(options));
        if (!compiler) return Failure{std::move(compiler.error().text)};
        return Card{std::make_shared<const device::Driver>(std::move(*driver)),
                    std::make_shared<nvrtc::Compiler>(std::move(*compiler))};
    }

    [[nodiscard]] device::Compile compile() const {
        return [compiler = compiler](std::span<const nvrtc::Job> jobs, engine::Deadline end) {
            return compiler->compile(jobs, end).results;
        };
    }

    [[nodiscard]] Result<std::unique_ptr<engine::Engine>, device::Unavailable> engine(
        emit::Checking checking, device::Guards guards = device::Guards::zones) const {
        return device::make_engine(driver, {0, checking, compile(), device::Specialising::for_instances, guards});
    }
};

}  // namespace phobos::harness
