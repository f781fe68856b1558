#include "saving/writing/unfinished_files.h"

#include "core/checked_math.h"
#include "formats/shards/shard_name.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/last_close.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t numberDigits = 16;
constexpr std::string_view suffix = ".part";

constexpr std::string_view mark = "tloupe-";

/// Limits the length of a name, as file systems allow at most 255 bytes.
std::string shortened(const fs::path& file)
{
    constexpr std::size_t longestPart = 200;
    return file.filename().string().substr(0, longestPart);
}

std::string randomNumber()
{
    std::random_device device;
    std::array<char, numberDigits + 1> number{};
    std::snprintf(number.data(), number.size(), "%08x%08x", device(), device());
    return number.data();
}

/// NAME in the name of an unfinished file.
std::optional<std::string> nameInUnfinished(std::string_view name)
{
    const std::size_t tail = 1 + mark.size() + numberDigits + suffix.size();
    if (name.size() <= tail + 1 || !name.starts_with('.') || !name.ends_with(suffix))
        return std::nullopt;
    const std::string_view end = name.substr(name.size() - tail);
    if (end.front() != '.' || end.substr(1, mark.size()) != mark
        || !isUnfinishedNumber(end.substr(1 + mark.size(), numberDigits)))
        return std::nullopt;
    return std::string(name.substr(1, name.size() - tail - 1));
}

/// NAME in a passing name.
std::optional<std::string> nameInPassing(std::string_view name)
{
    const std::size_t head = mark.size() + numberDigits + 1;
    if (name.size() <= head || !name.starts_with(mark) || !isUnfinishedNumber(name.substr(mark.size(), numberDigits))
        || name[head - 1] != '-')
        return std::nullopt;
    return std::string(name.substr(head));
}

/// Calls `action(path, file)` unless a running process has locked the file.
template <typename Action>
void unlessLocked(const fs::path& path, const Action& action)
{
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
        action(path, file);
    ::close(file);
}

/// As above for each file next to `sibling` whose name satisfies `isLeftover`.
template <typename IsLeftover, typename Action>
void visitFiles(const fs::path& sibling, const IsLeftover& isLeftover, const Action& action)
{
    std::error_code error;
    const fs::path folder = sibling.has_parent_path() ? sibling.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (isLeftover(entry->path().filename().string()))
            unlessLocked(entry->path(), action);
    }
}

void remove(const fs::path& path, int /*file*/)
{
    ::unlink(path.c_str());
}

/// Whether a name is that of an unfinished `target`, or of its resume log.
auto isUnfinished(const fs::path& target)
{
    return [wanted = shortened(target), log = resumeLogName(target).filename().string()](
               const std::string& name) { return name == log || nameInUnfinished(name) == wanted; };
}

class Registry {
public:
    static Registry& instance()
    {
        static Registry registry;
        return registry;
    }

    void remember(const fs::path& file, int descriptor)
    {
        const std::scoped_lock lock(m_mutex);
        m_files.emplace(file, descriptor);
    }

    bool finish(const fs::path& file, const std::function<bool()>& finish)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_closed || !finish())
            return false;
        m_files.erase(file);
        return true;
    }

    bool createFolder(const fs::path& folder, std::error_code& error)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_closed) {
            error = std::make_error_code(std::errc::operation_canceled);
            return false;
        }
        const bool isCreated = fs::create_directory(folder, error);
        if (isCreated)
            m_folders.insert(folder);
        return isCreated;
    }

    void finishFolder(const fs::path& folder)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_folders.erase(folder) > 0)
            removeFolder(folder);
    }

    void removeAll()
    {
        const std::scoped_lock lock(m_mutex);
        m_closed = true;
        std::vector<int> descriptors;
        for (const auto& [file, descriptor] : m_files) {
            ::unlink(file.c_str());
            descriptors.push_back(descriptor);
        }
        m_files.clear();
        std::ranges::for_each(m_folders, removeFolder);
        m_folders.clear();
        if (!descriptors.empty())
            m_atTheEnd.emplace(descriptors);
    }

private:
    static void removeFolder(const fs::path& folder)
    {
        ::rmdir(folder.c_str()); // fails unless it is empty
    }

    std::mutex m_mutex;
    std::map<fs::path, int> m_files; ///< paths and descriptors
    std::set<fs::path> m_folders;
    std::optional<LastClose> m_atTheEnd; ///< used when the process ends, which closes the descriptors
    bool m_closed = false;
};

} // namespace

bool isUnfinishedNumber(std::string_view text)
{
    return text.size() == numberDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

fs::path unfinishedName(const fs::path& target)
{
    return unfinishedName(target, randomNumber());
}

fs::path unfinishedName(const fs::path& target, std::string_view number)
{
    std::string name = "." + shortened(target) + '.';
    name.append(mark).append(number).append(suffix);
    return target.parent_path() / name;
}

std::string unfinishedNumber(const fs::path& unfinished)
{
    const std::string name = unfinished.filename().string();
    return name.substr(name.size() - suffix.size() - numberDigits, numberDigits);
}

fs::path resumeLogName(const fs::path& target)
{
    return target.parent_path() / ("." + shortened(target) + ".tloupe-resume");
}

std::vector<fs::path> findPlaced(const fs::path& target, std::uint64_t inode)
{
    const std::string wanted = target.filename().string();
    std::vector<fs::path> found;
    std::error_code error;
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        struct stat status { };
        if ((name == wanted || nameInPassing(name) == wanted) && ::lstat(entry->path().c_str(), &status) == 0
            && S_ISREG(status.st_mode) && status.st_ino == inode)
            found.push_back(target.parent_path() / name);
    }
    return found;
}

fs::path passingName(const fs::path& shard)
{
    return shard.parent_path() / (std::string(mark) + randomNumber() + '-' + shard.filename().string());
}

void removeLeftovers(const fs::path& target)
{
    visitFiles(target, isUnfinished(target), remove);
}

std::uint64_t leftoverBytes(const fs::path& target)
{
    constexpr std::uint64_t block = 512; // the unit of st_blocks, independent of the file system's block size
    std::uint64_t bytes = 0;
    visitFiles(target, isUnfinished(target), [&](const fs::path& /*path*/, int file) {
        struct stat status { };
        if (::fstat(file, &status) == 0)
            bytes = saturatingAdd(bytes, static_cast<std::uint64_t>(status.st_blocks) * block);
    });
    return bytes;
}

void removeShardLeftovers(const fs::path& shard, const std::set<std::string>& inUse)
{
    const auto wanted = parseShardName(shard.filename());
    const auto isOurs = [&](const std::optional<std::string>& name) {
        const auto found = name && wanted ? parseShardName(*name) : std::nullopt;
        return found && found->stem == wanted->stem && found->suffix == wanted->suffix;
    };
    const auto isLeftover = [&](const std::string& name) {
        return !inUse.contains(name) && (isOurs(nameInUnfinished(name)) || isOurs(nameInPassing(name)));
    };
    visitFiles(shard, isLeftover, remove);
}

void rememberUnfinished(const fs::path& file, int descriptor)
{
    Registry::instance().remember(file, descriptor);
}

bool finishUnfinished(const fs::path& file, const std::function<bool()>& finish)
{
    return Registry::instance().finish(file, finish);
}

bool createUnfinishedFolder(const fs::path& folder, std::error_code& error)
{
    return Registry::instance().createFolder(folder, error);
}

void finishUnfinishedFolder(const fs::path& folder)
{
    Registry::instance().finishFolder(folder);
}

void removeUnfinishedFiles()
{
    Registry::instance().removeAll();
}

} // namespace loupe
