#include "formats/tensorflowjs/tfjs_shards.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/confined_path.h"
#include "formats/shared/confined_source.h"

#include <algorithm>

namespace loupe::tensorflowjs {

std::vector<TfjsShard> TfjsShards::of(const TfjsGroup& group, std::optional<std::uint64_t> needed)
{
    std::vector<File> files;
    for (const std::string& path : group.paths) {
        const auto file = fileAt(path, group);
        if (!file)
            break;
        files.push_back(*file);
    }
    std::uint64_t there = 0;
    std::uint64_t usual = 0; // the size of files that are not the last one
    std::size_t missing = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        missing += files[i].size ? 0 : 1;
        there = saturatingAdd(there, files[i].size.value_or(0));
        if (i + 1 < files.size())
            usual = std::max(usual, files[i].size.value_or(0));
    }
    std::vector<TfjsShard> shards;
    std::uint64_t end = 0;
    for (const File& file : files) {
        std::uint64_t size = file.size.value_or(usual);
        if (!file.size && missing == 1)
            size = needed.value_or(there) - std::min(needed.value_or(there), there);
        end = saturatingAdd(end, size);
        shards.push_back({file.companion, end});
    }
    return shards;
}

std::optional<TfjsShards::File> TfjsShards::fileAt(const std::string& path, const TfjsGroup& group)
{
    const bool isAddress = path.find("://") != std::string::npos;
    const auto confined = isAddress ? std::nullopt : confinedPath(path);
    if (!confined) {
        addError("companion-unsafe-path",
            "has weights in " + quote(path) + ", expected a path into the folder of this file: not followed", group);
        return std::nullopt;
    }
    if (const auto known = m_files.find(*confined); known != m_files.end())
        return known->second;
    if (m_content.companions.size() == mostShards) {
        addError("companion-too-many",
            "has weights in " + quote(path) + ", after " + formatCount(mostShards)
                + " other files, expected no more: not followed",
            group);
        return std::nullopt;
    }
    File file{.companion = static_cast<std::uint32_t>(m_content.companions.size()), .size = {}};
    m_content.companions.push_back({.path = *confined, .refusedAs = refusal});
    const auto place = confinedFile(m_source.path(), *confined);
    const auto identity = place ? identify(*place) : fail(place.error());
    if (identity)
        file.size = identity->size;
    return m_files.emplace(*confined, file).first->second;
}

std::shared_ptr<const Source> TfjsShards::open(std::uint32_t companion)
{
    const auto [known, isNew] = m_opened.try_emplace(companion, nullptr);
    if (isNew) {
        const auto access = m_source.mapped() ? Source::Access::Automatic : Source::Access::Read;
        known->second = openConfined(m_source, m_content.companions[companion].path, access).value_or(nullptr);
    }
    return known->second;
}

std::optional<std::vector<SourcePiece>> TfjsShards::pieces(
    const std::vector<TfjsShard>& shards, std::uint64_t begin, std::uint64_t end)
{
    std::vector<SourcePiece> pieces;
    auto shard = std::ranges::upper_bound(shards, begin, {}, &TfjsShard::end);
    while (begin < end) {
        if (shard == shards.end())
            return std::nullopt;
        const std::uint64_t first = shard == shards.begin() ? 0 : std::prev(shard)->end;
        const ByteRange range{begin - first, std::min(end, shard->end) - first};
        auto source = open(shard->companion);
        if (!source || source->size() < range.end)
            return std::nullopt;
        if (!range.empty())
            pieces.push_back({std::move(source), range});
        begin = std::max(begin, std::min(end, shard->end));
        ++shard;
    }
    return pieces;
}

void TfjsShards::addError(std::string_view code, std::string message, const TfjsGroup& group)
{
    m_content.findings.add({.code = code, .message = std::move(message), .offset = group.pathsPlace.begin});
}

} // namespace loupe::tensorflowjs
