#include "remote/opening/recent_answers.h"

#include <utility>

namespace loupe::remote {

namespace {

/// How long a file that is no longer in use, or does not exist, is remembered.
constexpr std::chrono::seconds remembered(30);
/// How long a failure also applies to the next attempt.
constexpr std::chrono::seconds justNow(1);

} // namespace

void RecentAnswers::forget()
{
    m_files.clear();
    m_failures.clear();
    m_listings.clear();
    ++m_generation;
}

std::optional<RecentAnswers::Opened> RecentAnswers::opened(const std::string& name)
{
    const auto now = Clock::now();
    for (auto entry = m_files.begin(); entry != m_files.end();) {
        const bool isOld = now - entry->second.when > remembered;
        if (isOld)
            entry->second.kept.reset();
        entry = isOld && entry->second.source.expired() ? m_files.erase(entry) : std::next(entry);
    }
    const auto found = m_files.find(name);
    if (found == m_files.end())
        return std::nullopt;
    if (found->second.error)
        return loupe::fail(*found->second.error);
    auto source = found->second.source.lock();
    if (source && source->checkUnchanged())
        return source;
    m_files.erase(found);
    return std::nullopt;
}

void RecentAnswers::noteOpened(const std::string& name, const Opened& source)
{
    const bool isAbsent = !source && source.error().code == ErrorCode::NotFound;
    if (!source && !isAbsent) {
        m_files.erase(name);
        return;
    }
    File& file = m_files[name];
    file = {.source = {}, .kept = nullptr, .error = {}, .when = Clock::now()};
    if (source)
        file.source = file.kept = *source;
    else
        file.error = source.error();
}

std::optional<Error> RecentAnswers::takeFailure(const std::string& name)
{
    auto failure = m_failures.extract(name);
    if (!failure || Clock::now() - failure.mapped().when >= justNow)
        return std::nullopt;
    return std::move(failure.mapped().error);
}

void RecentAnswers::noteFailure(const std::string& name, Error error)
{
    const auto now = Clock::now();
    std::erase_if(m_failures, [now](const auto& entry) { return now - entry.second.when > justNow; });
    m_failures.insert_or_assign(name, Failure{std::move(error), now});
}

const FolderContent* RecentAnswers::listed(const std::string& name)
{
    const auto now = Clock::now();
    std::erase_if(m_listings, [now](const auto& entry) { return now - entry.second.when > remembered; });
    const auto known = m_listings.find(name);
    return known == m_listings.end() ? nullptr : &known->second.content;
}

void RecentAnswers::noteListed(const std::string& name, FolderContent content)
{
    m_listings.insert_or_assign(name, Listing{std::move(content), Clock::now()});
}

void RecentAnswers::closeUnused()
{
    for (auto& [name, file] : m_files)
        file.kept.reset();
}

} // namespace loupe::remote
