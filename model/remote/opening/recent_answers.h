#pragma once

#include "core/remote/remote_files.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace loupe::remote {

/// Remembers what was recently opened, listed or found missing, by public name, so that it is not requested again. Not
/// thread-safe; the owner must lock it.
class RecentAnswers {
public:
    using Opened = Result<std::shared_ptr<const Source>>;

    void forget();
    /// How often forget() was called. A response to a request from before a call is not valid for requests after it.
    std::uint64_t generation() const { return m_generation; }

    /// The file if it is open or was recently, and has not changed since; the error if it did not exist.
    std::optional<Opened> opened(const std::string& name);
    /// Ignores errors other than that the file does not exist.
    void noteOpened(const std::string& name, const Opened& source);
    /// The error of the preceding attempt to open the file; returned once.
    std::optional<Error> takeFailure(const std::string& name);
    void noteFailure(const std::string& name, Error error);
    const FolderContent* listed(const std::string& name);
    void noteListed(const std::string& name, FolderContent content);
    /// Closes files that are no longer used.
    void closeUnused();

private:
    using Clock = std::chrono::steady_clock;

    struct File {
        std::weak_ptr<const Source> source;
        std::shared_ptr<const Source> kept; ///< kept for those that soon open it again
        std::optional<Error> error; ///< the server's error if the file does not exist
        Clock::time_point when;
    };
    struct Failure {
        Error error;
        Clock::time_point when;
    };
    struct Listing {
        FolderContent content;
        Clock::time_point when;
    };

    std::uint64_t m_generation = 0;
    std::map<std::string, File> m_files;
    std::map<std::string, Failure> m_failures;
    std::map<std::string, Listing> m_listings;
};

} // namespace loupe::remote
