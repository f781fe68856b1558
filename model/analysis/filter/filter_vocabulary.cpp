#include "analysis/filter/filter_vocabulary.h"

#include "analysis/filter/filter_words.h"
#include "core/text/ascii.h"
#include "core/text/block_number.h"
#include "core/text/natural_order.h"

#include <algorithm>
#include <unordered_map>

namespace loupe {

namespace {

using Entries = std::vector<FilterVocabulary::Entry>;

/// Counts texts; keeps only the first `most` distinct ones.
class TextCounts {
public:
    explicit TextCounts(std::size_t most)
        : m_most(most)
    {
    }

    void add(std::string_view text)
    {
        if (const auto found = m_counts.find(text); found != m_counts.end())
            ++found->second;
        else if (m_counts.size() < m_most)
            m_counts.emplace(text, 1);
    }

    Entries take()
    {
        Entries entries;
        entries.reserve(m_counts.size());
        for (const auto& [text, count] : m_counts)
            entries.push_back({text, count});
        std::ranges::sort(entries, [](const auto& one, const auto& other) {
            return one.tensors != other.tensors ? one.tensors > other.tensors : naturalLess(one.text, other.text);
        });
        return entries;
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::size_t m_most;
    std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> m_counts;
};

/// Whether a part can be a filter word by itself.
bool isPlainPart(std::string_view part)
{
    return !part.empty() && part.size() <= FilterVocabulary::longestPart && !isBlockNumber(part) && part.front() != '-'
        && part.find_first_of(" \t\r\n\"/:*?[{") == std::string_view::npos;
}

void addParts(TextCounts& parts, std::string_view name)
{
    constexpr int mostInName = 64; // limit, since a name may have a million dots
    for (int i = 0; i < mostInName && !name.empty(); ++i) {
        const std::size_t end = std::min(name.find_first_of("./"), name.size());
        if (isPlainPart(name.substr(0, end)))
            parts.add(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
}

} // namespace

Result<FilterVocabulary> collectVocabulary(std::span<const Checkpoint* const> checkpoints, const Work& work)
{
    constexpr std::size_t mostDTypes = 100; // files may have types of their own
    constexpr std::uint32_t stopInterval = 1 << 12;
    FilterVocabulary vocabulary;
    TextCounts parts(FilterVocabulary::mostParts);
    TextCounts dtypes(mostDTypes);
    TextCounts shapes(FilterVocabulary::mostShapes);
    for (const Checkpoint* const checkpoint : checkpoints) {
        vocabulary.shards = std::max<std::uint64_t>(vocabulary.shards, checkpoint->files.size());
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
            if (i % stopInterval == 0 && work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const Tensor& tensor = checkpoint->tensors[i];
            addParts(parts, tensor.name);
            dtypes.add(asciiLower(checkpoint->dtypeName(i)));
            shapes.add(filterShape(tensor.shape));
            vocabulary.ranks = std::max<std::uint64_t>(vocabulary.ranks, tensor.shape.size());
            if (const auto layer = layerNumber(tensor.name)) {
                auto& range = vocabulary.layers;
                range = range ? FilterVocabulary::Range(std::min(range->first, *layer), std::max(range->second, *layer))
                              : FilterVocabulary::Range(*layer, *layer);
            }
        }
    }
    vocabulary.parts = parts.take();
    vocabulary.dtypes = dtypes.take();
    vocabulary.shapes = shapes.take();
    return vocabulary;
}

} // namespace loupe
