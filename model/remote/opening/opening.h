#pragma once

#include "remote/cache/about_file.h"
#include "remote/http_fetch.h"
#include "remote/http_place.h"
#include "remote/probe.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe::remote {

/// A file that is being opened.
struct Opening {
    std::shared_ptr<HttpPlace> place;
    std::shared_ptr<Probe> probe;
    std::shared_ptr<HttpFetch> fetch;
    std::uint64_t bytes = 0; ///< that are asked for
    std::optional<AboutFile> kept; ///< known without asking anybody: then there is neither probe nor fetch
};

} // namespace loupe::remote
