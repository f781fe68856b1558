/// Takes the input as a recipe of rules, which is either parsed or refused with a message. A valid recipe is applied to
/// two small checkpoints. Rearranged tensors can be read and have the elements of the tensors they are made of.

#include "analysis/rearrangement/rearranging.h"
#include "core/elements.h"
#include "fuzz/fuzzing.h"
#include "support/made_checkpoint.h"

#include <algorithm>
#include <string_view>

namespace {

using namespace loupe;
using fuzz::require;

std::shared_ptr<const Checkpoint> tensorsOf(const char* prefix, std::uint64_t rows)
{
    test::MadeCheckpoint made;
    const std::string start(prefix);
    made.add(start + "x", DType::F32, {rows, 4}).add(start + "y", DType::BF16, {rows}).add(start + "s", DType::U8, {});
    for (const char* const number : {"0", "1", "2"})
        made.add(start + "e." + number + ".w", DType::F16, {4, rows});
    return made.addZeros().take();
}

void readAll(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    Buffer scratch;
    for (std::uint32_t i = checkpoint->tensorCount(); i < checkpoint->tensors.size(); ++i) {
        const auto elements = Elements::open(checkpoint, i);
        require(elements.has_value(), "a view can be opened");
        std::uint64_t most = 0;
        for (const std::uint32_t part : checkpoint->partsOf(i))
            most += checkpoint->tensors[part].elements();
        require(elements->count() > 0 && elements->count() <= most, "a view has no more elements than its tensors");
        for (std::uint64_t first = 0; first < elements->count(); first += 7) {
            const std::uint64_t count = std::min<std::uint64_t>(7, elements->count() - first);
            require(elements->visit(first, count, scratch, [](std::span<const std::byte>) {}).has_value(),
                "a view can be read");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto a = tensorsOf("a.", 6);
    static const auto b = tensorsOf("b.", 12);
    const auto recipe = Rearrangement::parse({reinterpret_cast<const char*>(data), size});
    if (!recipe) {
        require(!recipe.error().message.empty(), "a refusal says why");
        return 0;
    }
    const auto arranged = rearrange(a, b, *recipe, {{"heads", 2}, {"kv_heads", 1}});
    require(arranged.has_value(), "a recipe can be followed");
    readAll(arranged->a);
    readAll(arranged->b);
    return 0;
}
