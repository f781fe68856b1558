#include "saving/resuming/recipe_digest.h"

#include "analysis/digests/hasher.h"

#include <map>
#include <span>
#include <string_view>

namespace loupe {

namespace {

class RecipeHasher {
public:
    explicit RecipeHasher(Hasher& hasher)
        : m_hasher(hasher)
    {
    }

    void add(std::uint64_t number) { m_hasher.add(std::as_bytes(std::span(&number, 1))); }

    void add(std::string_view text)
    {
        add(text.size());
        m_hasher.add(std::as_bytes(std::span(text)));
    }

    void add(ByteRange range)
    {
        add(range.begin);
        add(range.end);
    }

    void add(const RecipeItem& item)
    {
        add(item.name);
        add(static_cast<std::uint64_t>(item.dtype));
        add(item.isDecoded ? 1U : 0U);
        add(*item.source, item.tensor);
        add(item.isDifference() ? 1U : 0U);
        if (item.isDifference())
            add(*item.base, item.baseTensor);
    }

private:
    void add(const Checkpoint& checkpoint, std::uint32_t number)
    {
        const Tensor& tensor = checkpoint.tensors[number];
        add(m_checkpoints.emplace(&checkpoint, m_checkpoints.size()).first->second);
        add(tensor.name);
        add(static_cast<std::uint64_t>(tensor.dtype));
        add(checkpoint.dtypeName(number));
        add(tensor.bytes);
        add(tensor.file);
        add(tensor.shape.size());
        for (const std::uint64_t dimension : tensor.shape)
            add(dimension);
    }

    Hasher& m_hasher;
    std::map<const Checkpoint*, std::uint64_t> m_checkpoints; ///< numbered in order of appearance
};

} // namespace

Result<std::string> recipeDigest(const Recipe& recipe, const Plan& plan)
{
    auto hasher = Hasher::create(DigestAlgorithm::Xxh3_128);
    if (!hasher)
        return fail(std::move(hasher.error()));
    RecipeHasher all(**hasher);
    all.add(recipe.format->id);
    for (const PlannedFile& file : plan.files) {
        all.add(file.size);
        all.add(file.start);
        all.add(file.items.size());
        for (std::size_t i = 0; i < file.items.size(); ++i) {
            all.add(file.ranges[i]);
            all.add(recipe.items[file.items[i]]);
        }
    }
    return (*hasher)->hexDigest();
}

} // namespace loupe
