// The meaning of the numbers in a PyTorch checkpoint, such as quantized values: the files of tests/data/torch-meaning,
// pickled by Python as torch.save does, with values that NumPy computed like torch's own kernels.

#include "sample_checks.h"

#include "analysis/comparison/delta.h"
#include "core/stored_numbers.h"

namespace loupe::test {

namespace {

using nlohmann::json;

std::string hexOf(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        text.append({digits[value >> 4U], digits[value & 15U]});
    }
    return text;
}

struct Case {
    std::string file;
    json tensors;
    friend void PrintTo(const Case& one, std::ostream* out) { *out << one.file; }
};

std::vector<Case> cases()
{
    std::vector<Case> all;
    const json expected = readJson("torch-meaning/expected.json");
    for (const auto& [file, tensors] : expected.items())
        all.push_back({file, tensors});
    return all;
}

std::string allBytesOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    return bytesOf(checkpoint, tensor, 0, checkpoint->tensors[tensor].elements());
}

std::shared_ptr<const Checkpoint> openMeaning(const std::string& file)
{
    return open(dataPath("torch-meaning/" + file));
}

} // namespace

class TorchMeaning : public testing::TestWithParam<Case> { };

TEST_P(TorchMeaning, ValuesAreThoseThatTorchLoads)
{
    const auto checkpoint = openMeaning(GetParam().file);
    ASSERT_TRUE(checkpoint);
    EXPECT_TRUE(checkpoint->findings.referenceAccepts());
    const auto stored = storedOf(checkpoint);
    for (const auto& [name, want] : GetParam().tensors.items()) {
        SCOPED_TRACE(name);
        const auto tensor = findTensor(*checkpoint, name);
        ASSERT_TRUE(tensor);
        EXPECT_EQ(checkpoint->dtypeName(*tensor), want["dtype"].get<std::string>());
        EXPECT_EQ(shapeOf(*checkpoint, *tensor), want["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(hexOf(allBytesOf(checkpoint, *tensor)), want["values"].get<std::string>());
        if (want.contains("stored")) {
            EXPECT_EQ(stored->dtypeName(*tensor), want["stored_dtype"].get<std::string>());
            EXPECT_EQ(hexOf(allBytesOf(stored, *tensor)), want["stored"].get<std::string>());
        }
    }
}

TEST_P(TorchMeaning, IsWhatIsConverted)
{
    const auto checkpoint = openMeaning(GetParam().file);
    TemporaryFolder folder;
    const Format* const format = findFormat("safetensors");
    Recipe recipe = copyOf(checkpoint, *format);
    std::erase_if(recipe.items, [](const RecipeItem& item) { return item.dtype == DType::Opaque; });
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan) << describe(plan.error());
    const auto saved = save(recipe, *plan, saveTarget(folder.path() / "a.safetensors", *plan, *format), {});
    ASSERT_TRUE(saved) << describe(saved.error());
    const auto written = open(folder.path() / "a.safetensors");
    for (const auto& [name, want] : GetParam().tensors.items()) {
        const auto tensor = findTensor(*written, name);
        ASSERT_TRUE(tensor);
        EXPECT_EQ(hexOf(allBytesOf(written, *tensor)), want["values"].get<std::string>()) << name;
        EXPECT_EQ(written->tensors[*tensor].dtype, checkpoint->tensors[*findTensor(*checkpoint, name)].dtype);
    }
}

TEST_P(TorchMeaning, HoldsWhatHoldsForAll)
{
    const auto checkpoint = openMeaning(GetParam().file);
    expectRegionsTile(*checkpoint);
    if (checkpoint->unknownDTypes.empty())
        expectStretches(checkpoint);
    expectSameWithoutAMap(dataPath("torch-meaning/" + GetParam().file));
}

INSTANTIATE_TEST_SUITE_P(Files, TorchMeaning, testing::ValuesIn(cases()));

/// The numbers in the files are equal, but their meanings differ.
TEST(TorchMeanings, ThatDifferAreDifferences)
{
    struct Pair {
        const char* a;
        const char* b;
        const char* tensor;
        bool storedDiffer;
    };
    constexpr Pair pairs[] = {{"per-tensor.pt", "per-tensor-other.pt", "a", false},
        {"per-tensor.pt", "per-tensor-other.pt", "c", false},
        {"per-channel.pt", "per-channel-other.pt", "axis0", false},
        {"per-channel.pt", "per-channel-other.pt", "axis1", false},
        {"per-channel.pt", "per-channel-other.pt", "axis2", false}, {"sparse.pt", "sparse-other.pt", "s.shape", true},
        {"signs.pt", "plain.pt", "conj", false}, {"signs.pt", "plain.pt", "neg", false},
        {"signs.pt", "plain.pt", "half", false}, {"signs.pt", "plain.pt", "whole", false}};
    for (const Pair& pair : pairs) {
        SCOPED_TRACE(std::string(pair.a) + ' ' + pair.tensor);
        const auto a = openMeaning(pair.a);
        const auto b = openMeaning(pair.b);
        const auto delta = compareValues(
            *Elements::open(a, *findTensor(*a, pair.tensor)), *Elements::open(b, *findTensor(*b, pair.tensor)));
        ASSERT_TRUE(delta);
        EXPECT_FALSE(delta->identical);
        EXPECT_GT(delta->differing, 0U);
        EXPECT_NE(sha256Of(*a, *findTensor(*a, pair.tensor)), sha256Of(*b, *findTensor(*b, pair.tensor)));
        const auto storedA = storedOf(a);
        const auto storedB = storedOf(b);
        const auto ofStored = compareValues(*Elements::open(storedA, *findTensor(*a, pair.tensor)),
            *Elements::open(storedB, *findTensor(*b, pair.tensor)));
        ASSERT_TRUE(ofStored);
        EXPECT_EQ(ofStored->identical, !pair.storedDiffer);
    }
    // If the values of a type cannot be read, its name makes the difference.
    const auto conjugated = openMeaning("signs.pt");
    const auto plain = openMeaning("plain.pt");
    EXPECT_EQ(conjugated->dtypeName(*findTensor(*conjugated, "wide")), "C128, conjugated");
    EXPECT_EQ(plain->dtypeName(*findTensor(*plain, "wide")), "C128");
}

/// The values are equal, but stored differently.
TEST(TorchMeanings, ThatAreTheSameAreTheSame)
{
    for (const auto& [a, b] :
        {std::pair("per-channel.pt", "per-channel-deflated.pt"), std::pair("sub-byte.pt", "sub-byte-deflated.pt")}) {
        const auto one = openMeaning(a);
        const auto other = openMeaning(b);
        for (std::uint32_t i = 0; i < one->tensors.size(); ++i) {
            const auto same = findTensor(*other, one->tensors[i].name);
            ASSERT_TRUE(same);
            EXPECT_EQ(allBytesOf(one, i), allBytesOf(other, *same)) << one->tensors[i].name;
        }
    }
}

/// The scale of a whole tensor is in the metadata, so that files with only its integers keep it, too.
TEST(TorchMeanings, ScalesOfWholeTensorsAreMetadata)
{
    const auto checkpoint = openMeaning("per-tensor.pt");
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : *checkpoint->metadata)
        metadata[key] = value.shown();
    EXPECT_EQ(metadata["a.scale"], "0.1");
    EXPECT_EQ(metadata["a.zero_point"], "-3");
    EXPECT_EQ(metadata["b.zero_point"], "128");
}

/// An element takes half a byte: a storage of the size that torch makes is valid, a smaller one is not.
TEST(TorchMeanings, SeveralElementsToAByteNeedAsManyBytes)
{
    const auto checkpoint = openMeaning("sub-byte.pt");
    EXPECT_EQ(checkpoint->tensors[*findTensor(*checkpoint, "even")].bytes.size(), 9U);
    EXPECT_EQ(checkpoint->tensors[*findTensor(*checkpoint, "odd")].bytes.size(), 8U);
    EXPECT_EQ(checkpoint->tensors[*findTensor(*checkpoint, "quarter")].bytes.size(), 6U);
    EXPECT_FALSE(checkpoint->findings.hasErrors());
}

} // namespace loupe::test
