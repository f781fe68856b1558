#include "saving/unfinished_files.h"

#include "saving/atomic_file.h"

#include <array>
#include <cstdio>
#include <mutex>
#include <random>
#include <set>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t numberDigits = 16;
constexpr std::string_view suffix = ".part";

/// What the names of all files that are to become `target` begin with. A name has at most 255 bytes.
std::string prefixFor(const fs::path& target)
{
    constexpr std::size_t longestPart = 200;
    return "." + target.filename().string().substr(0, longestPart) + ".tloupe-";
}

bool isUnfinishedName(const std::string& name, const std::string& prefix)
{
    return name.size() == prefix.size() + numberDigits + suffix.size() && name.starts_with(prefix)
        && name.ends_with(suffix)
        && name.find_first_not_of("0123456789abcdef", prefix.size()) == prefix.size() + numberDigits;
}

class Registry {
public:
    static Registry& instance()
    {
        static Registry registry;
        return registry;
    }

    void remember(const fs::path& file)
    {
        const std::scoped_lock lock(m_mutex);
        m_files.insert(file);
    }

    bool finish(const fs::path& file, const std::function<bool()>& finish)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_closed || !finish())
            return false;
        m_files.erase(file);
        return true;
    }

    void removeAll()
    {
        const std::scoped_lock lock(m_mutex);
        m_closed = true;
        for (const fs::path& file : m_files)
            ::unlink(file.c_str());
        m_files.clear();
    }

private:
    std::mutex m_mutex;
    std::set<fs::path> m_files;
    bool m_closed = false;
};

} // namespace

fs::path unfinishedName(const fs::path& target)
{
    std::random_device device;
    std::array<char, numberDigits + 1> number{};
    std::snprintf(number.data(), number.size(), "%08x%08x", device(), device());
    return target.parent_path() / (prefixFor(target).append(number.data()).append(suffix));
}

void removeLeftovers(const fs::path& target)
{
    const std::string prefix = prefixFor(target);
    std::error_code error;
    const fs::path folder = target.parent_path().empty() ? fs::path(".") : target.parent_path();
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (!isUnfinishedName(entry->path().filename().string(), prefix))
            continue;
        const int file = ::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        if (file < 0)
            continue;
        if (::flock(file, LOCK_EX | LOCK_NB) == 0)
            ::unlink(entry->path().c_str());
        ::close(file);
    }
}

void rememberUnfinished(const fs::path& file)
{
    Registry::instance().remember(file);
}

bool finishUnfinished(const fs::path& file, const std::function<bool()>& finish)
{
    return Registry::instance().finish(file, finish);
}

void removeUnfinishedFiles()
{
    Registry::instance().removeAll();
}

} // namespace loupe
