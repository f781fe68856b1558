#include "formats/shards/parallel_piece.h"

#include "core/remote/remote_files.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <tuple>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool takeStart(std::string_view& rest, std::string_view word)
{
    if (!rest.starts_with(word))
        return false;
    rest.remove_prefix(word.size());
    return true;
}

std::optional<std::uint64_t> takeRank(std::string_view& rest)
{
    std::uint64_t rank = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), rank);
    if (read.ec != std::errc())
        return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(read.ptr - rest.data()));
    return rank;
}

/// The number of different ranks of one kind among the pieces.
template <typename Rank>
std::uint64_t ranksOf(const std::vector<ParallelPiece>& pieces, Rank rank)
{
    std::uint64_t most = 0;
    for (const ParallelPiece& piece : pieces)
        most = std::max(most, rank(piece));
    return most == std::numeric_limits<std::uint64_t>::max() ? most : most + 1;
}

struct RankKind {
    std::string_view name;
    std::uint64_t (*rank)(const ParallelPiece& piece);
};

constexpr RankKind rankKinds[] = {
    {"tensor-parallel ranks", [](const ParallelPiece& piece) { return piece.tensor; }},
    {"pipeline-parallel ranks", [](const ParallelPiece& piece) { return piece.pipeline.value_or(0); }},
    {"expert-parallel ranks", [](const ParallelPiece& piece) { return piece.expert.value_or(0); }},
};

/// The number of pieces of a complete grid of ranks; 0 if that would be too large.
std::uint64_t expectedPieces(const std::vector<ParallelPiece>& pieces)
{
    constexpr std::uint64_t mostRanks = 100'000;
    std::uint64_t expected = 1;
    for (const RankKind& kind : rankKinds) {
        const std::uint64_t ranks = ranksOf(pieces, kind.rank);
        if (ranks > mostRanks)
            return 0;
        expected *= ranks;
    }
    return expected;
}

} // namespace

std::optional<ParallelPiece> parseParallelPiece(std::string_view folder)
{
    ParallelPiece piece{.folder = std::string(folder)};
    std::string_view rest = folder;
    const bool isOfNemo = takeStart(rest, "tp_rank_");
    if (!isOfNemo && !takeStart(rest, "mp_rank_"))
        return std::nullopt;
    const auto tensor = takeRank(rest);
    if (!tensor)
        return std::nullopt;
    piece.tensor = *tensor;
    if (takeStart(rest, isOfNemo ? "_pp_rank_" : "_"))
        piece.pipeline = takeRank(rest);
    if (piece.pipeline && takeStart(rest, "_"))
        piece.expert = takeRank(rest);
    return rest.empty() ? std::optional(std::move(piece)) : std::nullopt;
}

std::vector<ParallelPiece> parallelPieces(std::span<const std::string> folders)
{
    std::vector<ParallelPiece> pieces;
    for (const std::string& folder : folders) {
        if (auto piece = parseParallelPiece(folder))
            pieces.push_back(std::move(*piece));
    }
    std::ranges::sort(pieces, [](const ParallelPiece& a, const ParallelPiece& b) {
        return std::tie(a.pipeline, a.tensor, a.expert) < std::tie(b.pipeline, b.tensor, b.expert);
    });
    return pieces;
}

std::string describePieces(const std::vector<ParallelPiece>& pieces)
{
    std::string ranks;
    for (const RankKind& kind : rankKinds) {
        const std::uint64_t count = ranksOf(pieces, kind.rank);
        if (count < 2)
            continue;
        ranks += ranks.empty() ? ", of " : " and ";
        ranks.append(kind.name).append(" 0 to ").append(std::to_string(count - 1));
    }
    std::string text = counted(pieces.size(), "piece") + " of one model" + ranks;
    const std::uint64_t expected = expectedPieces(pieces);
    if (expected > pieces.size())
        text += "; " + formatCount(expected - pieces.size()) + " of " + formatCount(expected) + " missing";
    return text;
}

std::string pieceNote(const fs::path& file)
{
    if (isAddress(file))
        return {};
    std::error_code code;
    const fs::path folder = fs::absolute(file, code).parent_path();
    const auto piece = parseParallelPiece(folder.filename().string());
    if (code || !piece)
        return {};
    std::vector<std::string> folders;
    for (fs::directory_iterator entry(folder.parent_path(), code), end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        if (entry->is_directory(ignored))
            folders.push_back(entry->path().filename().string());
    }
    const auto pieces = parallelPieces(folders);
    if (expectedPieces(pieces) == 1)
        return {};
    std::string text = piece->folder + " has the part of tensor-parallel rank " + std::to_string(piece->tensor);
    if (piece->pipeline)
        text += ", pipeline-parallel rank " + std::to_string(*piece->pipeline);
    if (piece->expert)
        text += ", expert-parallel rank " + std::to_string(*piece->expert);
    return text + ": one of " + describePieces(pieces) + ". The pieces are not put together; each opens by itself";
}

} // namespace loupe
