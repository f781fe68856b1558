#pragma once

#include "remote/cache/about_file.h"
#include "remote/http/http_fetch.h"
#include "remote/http/http_place.h"
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
    std::uint64_t bytes = 0; ///< bytes requested
    /// Set if the file is cached and no server is contacted; then there is neither probe nor fetch.
    std::optional<AboutFile> kept;
};

} // namespace loupe::remote
