// SPDX-License-Identifier: Apache-2.0
#include "tools/common/access_costs.h"

namespace phobos::tools {

Json json_of(const cost::AccessCosts& costs) {
    return {{"executions", costs.executions}, {"lanes", costs.lanes},
            {"requests", costs.requests},     {"shared_requests", costs.shared_requests},
            {"sectors", costs.sectors},       {"ideal_sectors", costs.ideal_sectors},
            {"wavefronts", costs.wavefronts}, {"conflicts", costs.conflicts()},
            {"bytes_used", costs.bytes_used}, {"bytes_moved", costs.bytes_moved}};
}

}  // namespace phobos::tools
