#include "analysis/digests/side_car.h"

#include "analysis/digests/digest_line.h"

#include <array>
#include <exception>
#include <string_view>

namespace loupe {

namespace {

namespace fs = std::filesystem;
using enum DigestAlgorithm;

struct Kind {
    std::string_view name;
    std::optional<DigestAlgorithm> algorithm; ///< given by the name
};

/// Suffixes after the file's name.
constexpr std::array suffixes{Kind{".sha256", Sha256}, Kind{".sha256sum", Sha256}, Kind{".sha512", Sha512},
    Kind{".sha512sum", Sha512}, Kind{".sha3-256", Sha3_256}, Kind{".sha1", Sha1}, Kind{".sha1sum", Sha1},
    Kind{".xxh128", Xxh3_128}, Kind{".xxh3-128", Xxh3_128}, Kind{".xxh3", Xxh3_64}, Kind{".xxh3-64", Xxh3_64}};

constexpr std::array lists{Kind{"SHA256SUMS", Sha256}, Kind{"SHA256SUMS.txt", Sha256}, Kind{"sha256sums.txt", Sha256},
    Kind{"sha256sum.txt", Sha256}, Kind{"SHA512SUMS", Sha512}, Kind{"SHA512SUMS.txt", Sha512},
    Kind{"sha512sums.txt", Sha512}, Kind{"sha512sum.txt", Sha512}, Kind{"SHA1SUMS", Sha1}, Kind{"sha1sum.txt", Sha1},
    Kind{"XXH128SUMS", Xxh3_128}, Kind{"CHECKSUMS", {}}, Kind{"CHECKSUMS.txt", {}}, Kind{"checksums.txt", {}},
    Kind{"checksum.txt", {}}};

bool isSha(DigestAlgorithm algorithm)
{
    return algorithm != Xxh3_64 && algorithm != Xxh3_128;
}

class SideCarReader {
public:
    SideCarReader(const fs::path& file, fs::path path, const Kind& kind, const Work& work)
        : m_file(file)
        , m_path(std::move(path))
        , m_kind(kind)
        , m_work(work)
    {
    }

    /// Reads a side-car for this file only: a digest, or a line with any name, since the file may have been renamed.
    std::optional<SideCar> readOwn() const
    {
        const std::string text = content();
        std::optional<SideCar> only;
        std::size_t lines = 0;
        std::string_view rest = text;
        while (!rest.empty() && !m_work.stopped()) {
            const std::string_view line = takeLine(rest);
            auto parsed = parseDigestLine(line);
            if (!parsed)
                parsed = parseDigestLine(std::string(line.substr(0, line.find_last_not_of(" \t\r") + 1)) + "  -");
            if (!parsed)
                continue;
            auto stated = statedBy(*parsed);
            if (stated && names(parsed->target))
                return stated;
            only = std::move(stated);
            ++lines;
        }
        return lines == 1 ? only : std::nullopt;
    }

    std::optional<SideCar> readList() const
    {
        const std::string text = content();
        std::string_view rest = text;
        while (!rest.empty() && !m_work.stopped()) {
            const auto parsed = parseDigestLine(takeLine(rest));
            if (!parsed || !names(parsed->target))
                continue;
            if (auto stated = statedBy(*parsed))
                return stated;
        }
        return std::nullopt;
    }

private:
    std::string content() const
    {
        const auto source = Source::open(m_path, Source::Access::Read);
        if (!source || (*source)->size() > largestSideCar)
            return {};
        std::string text((*source)->size(), '\0');
        return (*source)->read(0, std::as_writable_bytes(std::span(text))) ? text : std::string();
    }

    static std::string_view takeLine(std::string_view& rest)
    {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        return line;
    }

    /// Whether the list's target is the file; targets are relative to the list's folder.
    bool names(const std::string& target) const
    {
        return target.ends_with(m_file.filename().native())
            && (m_path.parent_path() / target).lexically_normal() == m_file.lexically_normal();
    }

    std::optional<SideCar> statedBy(const DigestLine& line) const
    {
        const auto algorithm = algorithmOf(line, m_kind.algorithm);
        if (!algorithm || (!line.algorithm && !m_kind.algorithm && !isSha(*algorithm)))
            return std::nullopt;
        return SideCar{m_path, *algorithm, line.digest};
    }

    const fs::path& m_file;
    const fs::path m_path;
    const Kind& m_kind;
    const Work& m_work;
};

std::optional<SideCar> find(const fs::path& file, const Work& work)
{
    for (const Kind& kind : suffixes) {
        fs::path path = file;
        path += kind.name;
        if (auto found = SideCarReader(file, std::move(path), kind, work).readOwn(); found || work.stopped())
            return found;
    }
    for (const Kind& kind : lists) {
        fs::path path = file.parent_path() / kind.name;
        if (auto found = SideCarReader(file, std::move(path), kind, work).readList(); found || work.stopped())
            return found;
    }
    return std::nullopt;
}

} // namespace

std::optional<SideCar> findSideCar(const fs::path& file, const Work& work)
{
    try {
        return find(file, work);
    } catch (const std::exception&) {
        return std::nullopt; // out of memory for its lines
    }
}

} // namespace loupe
