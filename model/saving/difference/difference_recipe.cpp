#include "saving/difference/difference_recipe.h"

#include "core/elements.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "saving/difference/difference.h"

#include <algorithm>

namespace loupe {

namespace {

/// The name of a file, an index or a folder, without its parents, which may be private.
std::string shownName(const Checkpoint& checkpoint)
{
    const auto& path = checkpoint.path;
    return printable((path.has_filename() ? path : path.parent_path()).filename().native());
}

} // namespace

DifferenceRecipe::DifferenceRecipe(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b)
    : m_a(std::move(a))
    , m_b(std::move(b))
{
    m_recipe.metadata =
        Metadata{{"difference", "B - A"}, {"difference.a", shownName(*m_a)}, {"difference.b", shownName(*m_b)}};
    // Loaders of safetensors files require this key.
    if (m_a->metadata) {
        const auto& entries = *m_a->metadata;
        const auto format =
            std::find_if(entries.begin(), entries.end(), [](const auto& entry) { return entry.first == "format"; });
        if (format != entries.end())
            m_recipe.metadata->push_back(*format);
    }
}

void DifferenceRecipe::add(const TensorPair& pair, PairStatus status, const std::optional<double>& largest)
{
    if (pair.isUnread()) // a part was not read, so nothing will be written
        return;
    const bool hasDifference = status == PairStatus::Changed || status == PairStatus::NotCompared;
    const auto dtype =
        hasDifference ? differenceDType(m_a->tensors[pair.a].dtype, m_b->tensors[pair.b].dtype, largest) : std::nullopt;
    if (!dtype) {
        ++m_leftOut[static_cast<std::size_t>(hasDifference ? PairStatus::NotCompared : status)];
        return;
    }
    m_recipe.items.push_back({.source = m_b,
        .tensor = pair.b,
        .name = std::string(m_a->tensors[pair.a].name),
        .dtype = *dtype,
        .base = m_a,
        .baseTensor = pair.a,
        .largest = largest});
}

std::string DifferenceRecipe::leftOut() const
{
    std::string text;
    const auto say = [&](PairStatus status, std::string_view what) {
        const std::uint64_t count = m_leftOut[static_cast<std::size_t>(status)];
        if (count > 0)
            text += (text.empty() ? "" : ", ") + formatCount(count) + ' ' + std::string(what);
    };
    say(PairStatus::Identical, "without a difference");
    say(PairStatus::ShapeChanged, "of another shape");
    say(PairStatus::OnlyA, "only in A");
    say(PairStatus::OnlyB, "only in B");
    say(PairStatus::NotCompared, "of a dtype that is not subtracted");
    return text;
}

Recipe DifferenceRecipe::take()
{
    m_recipe.leftOut = leftOut();
    return std::move(m_recipe);
}

Result<> checkDifference(const RecipeItem& item)
{
    const Tensor& a = item.base->tensors[item.baseTensor];
    const std::string tensor = "tensor " + quote(item.name);
    if (!canSubtract(a.dtype, item.original().dtype, item.dtype)) {
        return fail(ErrorCode::Unsupported,
            tensor + ": " + std::string(item.base->dtypeName(item.baseTensor)) + " cannot be subtracted from "
                + std::string(item.source->dtypeName(item.tensor)) + " and written as "
                + std::string(dtypeName(item.dtype)),
            item.source->path.string());
    }
    if (!std::ranges::equal(a.shape, item.original().shape)) {
        return fail(ErrorCode::InvalidArgument, tensor + " has a different shape in A", item.source->path.string());
    }
    auto elements = Elements::open(item.base, item.baseTensor);
    return elements ? Result<>() : fail(std::move(elements.error()));
}

} // namespace loupe
