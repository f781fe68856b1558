#pragma once

#include "core/remote/remote_files.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace loupe::remote {

/// What was opened, listed, or found absent a moment ago, by public name: it is not asked for again. Has no lock: its
/// owner's guards it.
class RecentAnswers {
public:
    using Opened = Result<std::shared_ptr<const Source>>;

    void forget();
    /// How often forget() was called. What was asked for before that is no answer to who asks afterwards.
    std::uint64_t generation() const { return m_generation; }

    /// The file, where it is open or was until a moment ago and has not changed since; the error where there was none.
    std::optional<Opened> opened(const std::string& name);
    /// Other errors than that there is no such file are not noted.
    void noteOpened(const std::string& name, const Opened& source);
    /// The error of the opening just before; given once.
    std::optional<Error> takeFailure(const std::string& name);
    void noteFailure(const std::string& name, Error error);
    const FolderContent* listed(const std::string& name);
    void noteListed(const std::string& name, FolderContent content);
    /// Files that nobody has open any more are closed.
    void closeUnused();

private:
    using Clock = std::chrono::steady_clock;

    struct File {
        std::weak_ptr<const Source> source;
        std::shared_ptr<const Source> kept; ///< for those that open it again soon
        std::optional<Error> error; ///< the server's, that there is no such file
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
