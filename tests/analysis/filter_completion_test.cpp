#include "analysis/filter/filter_completion.h"

#include "support/made_checkpoint.h"

namespace loupe {
namespace {

class FilterCompletionTest : public testing::Test {
protected:
    static FilterVocabulary make()
    {
        test::MadeCheckpoint made;
        made->files.resize(2);
        for (int layer = 0; layer < 3; ++layer) {
            const std::string block = "model.layers." + std::to_string(layer);
            made.add(block + ".self_attn.q_proj.weight", DType::BF16, {8, 16});
            made.add(block + ".self_attn.k_proj.weight", DType::BF16, {8, 4});
        }
        made.add("head norm/scale:0", DType::F8_E4M3, {});
        const auto checkpoint = made.take();
        const Checkpoint* const all[] = {checkpoint.get()};
        return *collectVocabulary(all);
    }

    std::vector<std::string> choices(
        std::string_view text, FilterSubject subject = FilterSubject::Tensors, bool knows = true) const
    {
        const auto completion = completeFilter(text, text.size(), subject, knows ? &m_vocabulary : nullptr);
        std::vector<std::string> texts;
        for (const FilterChoice& choice : completion.choices) {
            texts.push_back(choice.text);
            // What is offered makes sense in its place.
            std::string whole(text.substr(0, completion.begin));
            whole += choice.text;
            EXPECT_TRUE(choice.kind == FilterChoice::Kind::Key || Filter::parse(whole, subject)) << whole;
        }
        return texts;
    }

    const FilterVocabulary m_vocabulary = make();
};

using Texts = std::vector<std::string>;

TEST_F(FilterCompletionTest, KnowsWhatThereIs)
{
    ASSERT_TRUE(m_vocabulary.layers);
    EXPECT_EQ(*m_vocabulary.layers, (FilterVocabulary::Range{0, 2}));
    EXPECT_EQ(m_vocabulary.ranks, 2u);
    EXPECT_EQ(m_vocabulary.shards, 2u);
    ASSERT_EQ(m_vocabulary.dtypes.size(), 2u);
    EXPECT_EQ(m_vocabulary.dtypes[0].text, "bf16");
    EXPECT_EQ(m_vocabulary.dtypes[0].tensors, 6u);
    Texts parts;
    for (const auto& part : m_vocabulary.parts)
        parts.push_back(part.text);
    EXPECT_EQ(parts, (Texts{"layers", "model", "self_attn", "weight", "k_proj", "q_proj"}))
        << "neither numbers nor what would be two words or a key";
}

TEST_F(FilterCompletionTest, KeysAndNamesBeginOrHoldWhatIsTyped)
{
    EXPECT_EQ(choices("q"), (Texts{"quant:", "q_proj"}));
    EXPECT_EQ(choices("proj"), (Texts{"k_proj", "q_proj"}));
    EXPECT_EQ(choices("s"), (Texts{"shape:", "size:", "shard:", "subnormal:", "sigma:", "self_attn"}));
    EXPECT_EQ(choices("er"), (Texts{"layers"}));
    EXPECT_EQ(choices("LA"), (Texts{"layer:", "layers"}));
    EXPECT_EQ(choices("nowhere"), Texts{});
    EXPECT_EQ(choices("q_", FilterSubject::Tensors, false), Texts{});
    EXPECT_EQ(choices("st"), Texts{});
    EXPECT_EQ(choices("st", FilterSubject::Pairs), (Texts{"status:"}));
    EXPECT_EQ(choices("na", FilterSubject::Pairs), Texts{});
}

TEST_F(FilterCompletionTest, GoesOnWithTheLastWordWhateverStandsBefore)
{
    for (const char* const before : {"-", "weight ", "weight -", "k_proj or ", "k_proj or -", "\"a b\" ", "/a b/ -"})
        EXPECT_EQ(choices(std::string(before) + "q_"), (Texts{"q_proj"})) << before;
    EXPECT_EQ(completeFilter("k or -dtype:b", 13, FilterSubject::Tensors, &m_vocabulary).begin, 12u);
    EXPECT_EQ(choices("").front(), "dtype:");
    EXPECT_EQ(choices("a or ").front(), "dtype:");
}

TEST_F(FilterCompletionTest, ValuesAreThoseOfTheCheckpoint)
{
    EXPECT_EQ(choices("dtype:"), (Texts{"bf16", "f8_e4m3"}));
    EXPECT_EQ(choices("a or -DType:F"), (Texts{"f8_e4m3"}));
    EXPECT_EQ(choices("layer:"), (Texts{"0-2"}));
    EXPECT_EQ(choices("layer:1"), (Texts{"1-2"}));
    EXPECT_EQ(choices("layer:1-"), (Texts{"1-2"}));
    EXPECT_EQ(choices("layer:>"), Texts{});
    for (const char* const past :
        {"layer:2", "layer:02", "layer:3", "layer:99", "layer:99-", "layer:1x", "layer:99999999999999999999"})
        EXPECT_EQ(choices(past), Texts{}) << past << ": nothing ends before it begins, or where it begins";
    EXPECT_EQ(choices("shape:8x"), (Texts{"8x4", "8x16"}));
    EXPECT_EQ(choices("shard:"), (Texts{"1", "2"}));
    EXPECT_EQ(choices("rank:"), (Texts{"0", "1", "2"}));
    EXPECT_EQ(choices("status:o", FilterSubject::Pairs), (Texts{"only_a", "only_b"}));
    EXPECT_EQ(choices("zero:"), (Texts{">50%", ">0"}));
    EXPECT_EQ(choices("nokey:"), Texts{});
}

TEST_F(FilterCompletionTest, IsSilentWhereItWouldDisturb)
{
    EXPECT_EQ(choices("q_proj"), Texts{}) << "complete";
    EXPECT_EQ(choices("layer:0-2"), Texts{});
    EXPECT_EQ(choices("\"q_"), Texts{});
    EXPECT_EQ(choices("/q_"), Texts{});
    EXPECT_EQ(choices("*q_"), Texts{});
    EXPECT_TRUE(completeFilter("q_proj", 2, FilterSubject::Tensors, &m_vocabulary).choices.empty()) << "inside";
}

TEST(FilterVocabularyTest, WhatIsEquallyFrequentComesInNaturalOrder)
{
    test::MadeCheckpoint made;
    for (const int stage : {10, 2, 0, 11, 1})
        made.add("net.stage" + std::to_string(stage) + ".weight");
    const auto checkpoint = made.take();
    const Checkpoint* const all[] = {checkpoint.get()};
    const auto vocabulary = *collectVocabulary(all);
    Texts choices;
    for (const FilterChoice& choice : completeFilter("sta", 3, FilterSubject::Tensors, &vocabulary).choices)
        choices.push_back(choice.text);
    EXPECT_EQ(choices, (Texts{"stage0", "stage1", "stage2", "stage10", "stage11"}));
}

TEST(FilterVocabularyTest, IsBoundedWhateverTheNames)
{
    test::MadeCheckpoint made;
    for (int i = 0; i < 12'000; ++i)
        made.add("p" + std::to_string(i) + ".x", DType::F32, {static_cast<std::uint64_t>(i)});
    made.add(std::string(100'000, '.'));
    made.add(std::string(100'000, 'n'));
    const auto checkpoint = made.take();
    const Checkpoint* const all[] = {checkpoint.get()};
    const auto vocabulary = collectVocabulary(all);
    EXPECT_EQ(vocabulary->parts.size(), FilterVocabulary::mostParts);
    EXPECT_EQ(vocabulary->parts.front().text, "x");
    EXPECT_EQ(vocabulary->shapes.size(), FilterVocabulary::mostShapes);
    EXPECT_LE(completeFilter("p", 1, FilterSubject::Tensors, &*vocabulary).choices.size(), 50u);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(collectVocabulary(all, {.stop = stop.get_token()}).error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe
