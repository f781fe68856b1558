#include "analysis/filter/filter.h"

#include "analysis/filter/no_match.h"
#include "analysis/statistics/summary.h"
#include "support/made_checkpoint.h"

#include <algorithm>

namespace loupe {
namespace {

class FilterTest : public testing::Test {
protected:
    static std::shared_ptr<const Checkpoint> make()
    {
        test::MadeCheckpoint made;
        made->files.resize(3);
        made.add("h.0.attn.weight", DType::BF16, {4096, 768}); // 6 MiB
        made.add("h.0.attn.bias", DType::F32, {4096});
        made.add("h.10.MLP.weight", DType::F8_E4M3, {4096, 3, 3}, 1);
        made.add("wte", DType::F32, {50257, 768}, 2); // 154 MB
        made.add("step count", DType::I64, {}, 2);
        made.add("kernel:0", DType::F16, {0, 5}, 2);
        return made.take();
    }

    /// The names of the tensors that the filter keeps.
    std::vector<std::string> kept(std::string_view text, const Filter::Values& values = {}) const
    {
        const auto filter = Filter::parse(text);
        EXPECT_TRUE(filter) << text << ": " << filter.error().message;
        std::vector<std::string> names;
        if (!filter)
            return names;
        const auto selected = filter->select(*m_checkpoint, values);
        EXPECT_TRUE(selected);
        for (std::uint32_t i = 0; i < selected->size(); ++i) {
            EXPECT_EQ(selected->contains(i), filter->matches(*m_checkpoint, i, values));
            if (selected->contains(i))
                names.emplace_back(m_checkpoint->tensors[i].name);
        }
        EXPECT_EQ(selected->count(), names.size());
        return names;
    }

    const std::shared_ptr<const Checkpoint> m_checkpoint = make();
    const std::vector<std::string> m_all = kept("");
};

using Names = std::vector<std::string>;

TEST_F(FilterTest, NothingKeepsAll)
{
    EXPECT_EQ(m_all.size(), 6u);
    EXPECT_EQ(kept("  \t "), m_all);
    EXPECT_TRUE(Filter::parse("")->keepsAll());
    EXPECT_TRUE(Filter().keepsAll());
    EXPECT_FALSE(Filter::parse("a")->keepsAll());
}

TEST_F(FilterTest, BareWordsAreJoinedByAnd)
{
    EXPECT_EQ(kept("WEIGHT"), (Names{"h.0.attn.weight", "h.10.MLP.weight"}));
    EXPECT_EQ(kept("weight mlp"), (Names{"h.10.MLP.weight"}));
    EXPECT_EQ(kept("weight -mlp"), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("nowhere"), Names{});
}

TEST_F(FilterTest, AlternativesAreJoinedByOr)
{
    EXPECT_EQ(kept("bias or wte"), (Names{"h.0.attn.bias", "wte"}));
    EXPECT_EQ(kept("weight mlp or dtype:i64 or nowhere"), (Names{"h.10.MLP.weight", "step count"}));
    EXPECT_EQ(kept("-h. or bias"), (Names{"h.0.attn.bias", "wte", "step count", "kernel:0"}));
    EXPECT_EQ(kept("/or/"), Names{}) << "a text like any other";
    EXPECT_EQ(kept("-or"), m_all);
    for (const auto& [text, message] : {std::pair("or bias", "at character 1: expected a word before \"or\""),
             std::pair("bias or", "at character 6: expected a word after \"or\""),
             std::pair("bias or or wte", "at character 9: expected a word before \"or\"")}) {
        const auto filter = Filter::parse(text);
        ASSERT_FALSE(filter) << text;
        EXPECT_TRUE(filter.error().message.starts_with(message)) << filter.error().message;
    }
}

TEST_F(FilterTest, APartOfAlternativesKeepsWhatItCannotDecide)
{
    const auto parts = [](const char* text, Filter::Asks first, Filter::Asks last) {
        return Filter::parse(text, FilterSubject::PairsWithValues)->part(first, last);
    };
    using enum Filter::Asks;
    EXPECT_TRUE(parts("bias or status:changed", Structure, Structure).keepsAll());
    EXPECT_FALSE(parts("bias or wte status:changed", Structure, Structure).keepsAll());
    EXPECT_FALSE(parts("bias or status:changed", Status, Figures).keepsAll());
    EXPECT_TRUE(parts("bias or wte", Status, Figures).keepsAll());
    EXPECT_FALSE(Filter::parse("nan:>0 or status:changed", FilterSubject::PairsWithValues));

    // The tensors that pass all stages are those that the whole filter keeps.
    const auto checkpoint = make();
    const auto whole = Filter::parse("bias or wte status:changed", FilterSubject::Pairs);
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        for (const PairStatus status : {PairStatus::Changed, PairStatus::Identical}) {
            TensorPair pair;
            pair.a = pair.b = i;
            const PairFacts facts{*checkpoint, *checkpoint, pair, status};
            const bool staged = whole->part(Structure, Structure).matches(PairFacts{*checkpoint, *checkpoint, pair})
                && whole->part(Status, Figures).matches(facts);
            EXPECT_EQ(staged, whole->matches(facts)) << checkpoint->tensors[i].name;
        }
    }
}

TEST_F(FilterTest, LayersAreNumbersOfBlocks)
{
    test::MadeCheckpoint made;
    for (const char* const name : {"model.layers.2.mlp.experts.7.w", "model.layers.3.q", "layers/10/q",
             "layer_4/kernel", "conv1.weight", "head", "7", "x.99999999999999999999.w"})
        made.add(name);
    const auto checkpoint = made.take();
    const auto names = [&](const char* text) {
        Names kept;
        const auto filter = Filter::parse(text);
        for (std::uint32_t i = 0; filter && i < checkpoint->tensors.size(); ++i) {
            if (filter->matches(*checkpoint, i))
                kept.emplace_back(checkpoint->tensors[i].name);
        }
        return kept;
    };
    EXPECT_EQ(names("layer:2"), (Names{"model.layers.2.mlp.experts.7.w"}));
    EXPECT_EQ(names("layer:2-4"), (Names{"model.layers.2.mlp.experts.7.w", "model.layers.3.q", "layer_4/kernel"}));
    EXPECT_EQ(names("layer:>=4"), (Names{"layers/10/q", "layer_4/kernel"}));
    EXPECT_EQ(names("layer:1"), (Names{"conv1.weight"}));
    EXPECT_EQ(names("-layer:>=0"), (Names{"head", "7", "x.99999999999999999999.w"}));
    EXPECT_EQ(names("layer:4-"), (Names{"layers/10/q", "layer_4/kernel"}));
    EXPECT_EQ(names("layer:1,3-4"), (Names{"model.layers.3.q", "layer_4/kernel", "conv1.weight"}));
    EXPECT_EQ(names("layer:3,>=10"), (Names{"model.layers.3.q", "layers/10/q"}));
    for (const char* const text :
        {"layer:", "layer:a", "layer:-3", "layer:>3-4", "layer:3->4", "layer:3,", "layer:,3", "layer:4-3", "layer:>3-"})
        EXPECT_FALSE(Filter::parse(text)) << text;
}

TEST_F(FilterTest, QuotesTakeAWholeNameAsItIs)
{
    EXPECT_EQ(kept("\"step count\""), (Names{"step count"}));
    EXPECT_EQ(kept("-\"step count\" -\"wte\" -h."), (Names{"kernel:0"}));
    EXPECT_EQ(kept("\"kernel:0\""), (Names{"kernel:0"}));
    for (const char* const text : {"\"wt\"", "\"WTE\"", "\"h.0.attn\"", "\"*\"", "\"\""})
        EXPECT_EQ(kept(text), Names{}) << text;
}

TEST_F(FilterTest, SaysWhichWordMatchesNothing)
{
    const auto why = [&](std::string_view text, FilterSubject subject = FilterSubject::Tensors) {
        const Checkpoint* const all[] = {m_checkpoint.get()};
        return explainNoMatch(*Filter::parse(text, subject), all).why;
    };
    EXPECT_EQ(why("weigth"), "nothing matches weigth; similar names: weight");
    EXPECT_EQ(why("weight nowhere wtf"), "nothing matches nowhere, wtf");
    EXPECT_EQ(why("wtf nowhere"), "nothing matches wtf, nowhere; similar names: wte");
    EXPECT_EQ(why("dtype:f64"), "nothing matches dtype:f64; the dtypes are BF16, F16, F32, F8_E4M3, I64");
    EXPECT_EQ(why("layer:3-9"), "nothing matches layer:3-9; layer numbers are 0 to 10");
    EXPECT_EQ(why("rank:7"), "nothing matches rank:7; ranks are 0 to 3");
    EXPECT_EQ(why("shard:9"), "nothing matches shard:9; shards are 1 to 3");
    EXPECT_EQ(why("-*"), "nothing matches -*");
    EXPECT_EQ(why("bias wte"), "each word matches tensors, but no tensor matches all of them");
    EXPECT_EQ(why("wte nan:>0"), "") << "values are not looked at";
    EXPECT_EQ(why("wte status:changed", FilterSubject::Pairs), "");
    EXPECT_EQ(why(""), "");
}

TEST_F(FilterTest, AnExplanationThatIsStoppedSaysNothing)
{
    const Checkpoint* const all[] = {m_checkpoint.get()};
    std::stop_source source;
    const Work work{.stop = source.get_token()};
    EXPECT_FALSE(explainNoMatch(*Filter::parse("weigth"), all, work).why.empty());
    source.request_stop();
    const NoMatch stopped = explainNoMatch(*Filter::parse("weigth"), all, work);
    EXPECT_EQ(stopped.why, "");
    EXPECT_EQ(stopped.instead, "");
}

/// Tries each suggestion: it must keep the tensors that the author of the original filter meant.
TEST(NoMatch, SuggestsAFilterThatMatches)
{
    test::MadeCheckpoint made;
    for (int layer = 0; layer < 12; ++layer) {
        const std::string block = "model.layers." + std::to_string(layer);
        made.add(block + ".self_attn.q_proj.weight", DType::BF16, {8, 8});
        made.add(block + ".self_attn.k_proj.weight", DType::BF16, {8, 8});
        made.add(block + ".mlp.up_proj.weight", DType::BF16, {32, 8});
    }
    made.add("lm_head.weight", DType::BF16, {100, 8});
    const auto checkpoint = made.take();
    const Checkpoint* const all[] = {checkpoint.get()};
    const auto count = [&](const std::string& text) { return Filter::parse(text)->select(*checkpoint)->count(); };
    const auto instead = [&](const std::string& text) {
        const auto filter = Filter::parse(text);
        EXPECT_TRUE(filter) << text;
        EXPECT_EQ(filter->select(*checkpoint)->count(), 0u) << text;
        return explainNoMatch(*filter, all).instead;
    };
    // Ways in which a newcomer may ask for all q_proj of layers 3 to 7.
    for (const auto& [text, wanted] : {std::pair("q_proj 3-7", "q_proj layer:3-7"),
             std::pair("q_proj layers.3-7", "q_proj layer:3-7"), std::pair("layers.3-7.*q_proj", "q_proj layer:3-7"),
             std::pair("layers.[3-7].*q_proj", "*layers.[3-7].*q_proj*"),
             std::pair("model.layers.3-7.self_attn.q_proj", "self_attn.q_proj layer:3-7"),
             std::pair("q_proj and [3-7]", "q_proj layer:3-7"), std::pair("qproj layer:3-7", "q_proj layer:3-7"),
             std::pair("\"q_proj\" 3-7", "q_proj layer:3-7"), std::pair(R"(layers\.3-7\..*q_proj)", "q_proj layer:3-7"),
             std::pair(R"(layers\.[3-7]\..*q_proj)", "q_proj layer:3-7")}) {
        EXPECT_EQ(instead(text), wanted) << text;
        EXPECT_EQ(count(wanted), 5u) << wanted;
    }
    for (const auto& [text, wanted] :
        {std::pair("q_proj,k_proj", "*{q_proj,k_proj}*"), std::pair("q_prj OR lm_haed", "q_proj or lm_head"),
            std::pair("dtype:f16", "dtype:bf16"), std::pair("-norm shape:32", "-norm shape:32x*"),
            std::pair("q_proj lm_head", "q_proj"), std::pair("/Q_PROJ/", "/(?i)Q_PROJ/"),
            std::pair("lm_haed or nowhere", "lm_head"), std::pair("qproj nan:>0", "q_proj nan:>0"),
            std::pair("q_proj nowhere", ""), std::pair("layer:40", ""), std::pair("-weight", "")})
        EXPECT_EQ(instead(text), wanted) << text;
    EXPECT_EQ(noMatchText(explainNoMatch(*Filter::parse("3-7"), all)), "nothing matches 3-7; try layer:3-7");
    EXPECT_EQ(noMatchText(explainNoMatch(*Filter::parse("xyz123"), all)), "nothing matches xyz123");
}

TEST_F(FilterTest, CapitalsJoinAlternativesToo)
{
    EXPECT_EQ(kept("wte OR \"kernel:0\""), kept("wte or /kernel:0/"));
    EXPECT_EQ(Filter::parse("a OR b Or c")->alternatives().size(), 3u);
}

TEST_F(FilterTest, SaysWhichAlternativeKeepsNothing)
{
    const Checkpoint* const all[] = {m_checkpoint.get()};
    const auto dead = [&](const char* text) { return deadAlternatives(*Filter::parse(text), all); };
    EXPECT_EQ(dead("wte or weight"), Names{});
    EXPECT_EQ(dead("nowhere"), Names{}) << "one alternative is explained elsewhere";
    EXPECT_EQ(dead("wte or nowhere"), (Names{"nothing matches nowhere"}));
    EXPECT_EQ(dead("wte weigth or wte or attn h.[5-7]"),
        (Names{"no tensor matches wte weigth: nothing matches weigth; similar names: weight",
            "no tensor matches attn h.[5-7]: nothing matches h.[5-7]"}));
    EXPECT_EQ(dead("wte or wte nan:>0"), Names{}) << "values are not looked at";
}

TEST_F(FilterTest, GlobsMatchWholeNames)
{
    EXPECT_EQ(kept("h.?.attn.*"), (Names{"h.0.attn.weight", "h.0.attn.bias"}));
    EXPECT_EQ(kept("*.WEIGHT"), (Names{"h.0.attn.weight", "h.10.MLP.weight"}));
    EXPECT_EQ(kept("wt?"), (Names{"wte"}));
    EXPECT_EQ(kept("w?"), Names{});
    EXPECT_EQ(kept("-*"), Names{});
}

TEST_F(FilterTest, RegularExpressionsMatchAnywhere)
{
    EXPECT_EQ(kept(R"(/h\.\d\./)"), (Names{"h.0.attn.weight", "h.0.attn.bias"}));
    EXPECT_EQ(kept("/mlp/"), Names{});
    EXPECT_EQ(kept("/(?i)mlp|te$/"), (Names{"h.10.MLP.weight", "wte"}));
    EXPECT_EQ(kept("/p c/"), (Names{"step count"}));
    EXPECT_EQ(kept("-/^h/ wt"), (Names{"wte"}));
    EXPECT_EQ(kept("/a/b/"), Names{});
    EXPECT_EQ(kept("//"), m_all);
}

TEST_F(FilterTest, Dtypes)
{
    EXPECT_EQ(kept("dtype:bf16"), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("DType:F*"), (Names{"h.0.attn.bias", "h.10.MLP.weight", "wte", "kernel:0"}));
    EXPECT_EQ(kept("dtype:f8*"), (Names{"h.10.MLP.weight"}));
    EXPECT_EQ(kept("dtype:f6*"), Names{});
    EXPECT_EQ(kept("dtype:q4_k"), Names{}) << "a type of GGUF, which this file does not have";
    EXPECT_EQ(kept("-dtype:c128"), m_all);
    EXPECT_EQ(kept("dtype:bfloat16"), kept("dtype:bf16"));
    EXPECT_EQ(kept("dtype:Float32"), kept("dtype:f32"));
    EXPECT_EQ(kept("-dtype:int8"), m_all);
}

TEST_F(FilterTest, BracketsAndBraces)
{
    EXPECT_EQ(kept("h.[0-3].*"), (Names{"h.0.attn.weight", "h.0.attn.bias"}));
    EXPECT_EQ(kept("*.{bias,mlp.*}"), (Names{"h.0.attn.bias", "h.10.MLP.weight"}));
    EXPECT_EQ(kept("-[!wh]* -*[0-9]*"), (Names{"wte"}));
    EXPECT_EQ(kept("dtype:{b,}f16"), (Names{"h.0.attn.weight", "kernel:0"}));
    EXPECT_EQ(kept("shape:*x[37]*"), (Names{"h.0.attn.weight", "h.10.MLP.weight", "wte"}));
    EXPECT_EQ(kept("\"[0\""), Names{});
    EXPECT_EQ(Filter::parse("attn h[0").error().message,
        "at character 6: expected a closing ] after [; a name in quotes is taken as it is");
    EXPECT_EQ(kept("h.[0-1]?.*"), (Names{"h.10.MLP.weight"}));
    for (const auto& [range, wanted] :
        std::vector<std::pair<std::string, std::string>>{{"9-12", "{9,10,11,12} or layer:9-12"},
            {"0-15", "{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15} or layer:0-15"}, {"0-16", "layer:0-16"},
            {"15-3", "layer:15-3"}, {"3-99999999999999999999", "layer:3-99999999999999999999"}}) {
        const std::string begin = "at character 1: [" + range + "] matches one character, not a number; expected ";
        const std::string error = Filter::parse("h.[" + range + "].*").error().message;
        EXPECT_TRUE(error.starts_with(begin + wanted + ";")) << error;
    }
}

TEST_F(FilterTest, ADTypeThatNothingCanHaveIsASlip)
{
    for (const char* const text : {"dtype:zz", "-dtype:zz", "wte dtype:f8", "dtype:zz*"}) {
        const auto selected = Filter::parse(text).value().select(*m_checkpoint);
        ASSERT_FALSE(selected) << text;
        EXPECT_EQ(selected.error().code, ErrorCode::InvalidFilter);
        EXPECT_NE(selected.error().message.find("unknown dtype"), std::string::npos) << selected.error().message;
    }
}

TEST_F(FilterTest, Shapes)
{
    EXPECT_EQ(kept("shape:4096x*"), (Names{"h.0.attn.weight", "h.10.MLP.weight"}));
    EXPECT_EQ(kept("shape:4096"), (Names{"h.0.attn.bias"}));
    EXPECT_EQ(kept("shape:*X768"), (Names{"h.0.attn.weight", "wte"}));
    EXPECT_EQ(kept("rank:2"), (Names{"h.0.attn.weight", "wte", "kernel:0"}));
    EXPECT_EQ(kept("rank:0"), (Names{"step count"}));
    EXPECT_EQ(kept("rank:>2"), (Names{"h.10.MLP.weight"}));
}

TEST_F(FilterTest, Sizes)
{
    EXPECT_EQ(kept("size:>1MB"), (Names{"h.0.attn.weight", "wte"}));
    EXPECT_EQ(kept("size:>6MiB"), (Names{"wte"}));
    EXPECT_EQ(kept("size:>=6mib"), (Names{"h.0.attn.weight", "wte"}));
    EXPECT_EQ(kept("size:=6MiB"), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("size:<=8"), (Names{"step count", "kernel:0"}));
    EXPECT_EQ(kept("size:<16.384kB"), (Names{"step count", "kernel:0"}));
    EXPECT_EQ(kept("size:16KiB"), (Names{"h.0.attn.bias"}));
    EXPECT_EQ(kept("size:>0.1GB"), (Names{"wte"}));
}

TEST_F(FilterTest, ANumberBeginsWithADigitOrAPoint)
{
    for (const std::string_view text :
        {"size:n:0", "size:nan", "params:inf", "params:>infinity", "rank:-1", "rank:>"}) {
        const std::vector<char> exact(text.begin(), text.end()); // no readable memory after its end
        EXPECT_FALSE(Filter::parse({exact.data(), exact.size()})) << text;
    }
    EXPECT_EQ(kept("size:<.5kB"), (Names{"step count", "kernel:0"}));
}

TEST_F(FilterTest, ParametersAndShards)
{
    EXPECT_EQ(kept("params:>=1e6"), (Names{"h.0.attn.weight", "wte"}));
    EXPECT_EQ(kept("params:>30M"), (Names{"wte"}));
    EXPECT_EQ(kept("params:1"), (Names{"step count"}));
    EXPECT_EQ(kept("shard:3"), (Names{"wte", "step count", "kernel:0"}));
    EXPECT_EQ(kept("-shard:>=2"), (Names{"h.0.attn.weight", "h.0.attn.bias"}));
}

TEST_F(FilterTest, ValueWordsAskForValues)
{
    const auto values = [](std::uint32_t tensor) -> std::optional<ValueCounts> {
        switch (tensor) {
        case 0:
            return ValueCounts{.elements = 100, .nan = 2, .infinite = 0, .zero = 51};
        case 1:
            return ValueCounts{.elements = 100, .nan = 0, .infinite = 1, .zero = 50};
        case 2:
            return ValueCounts{.elements = 100};
        case 5:
            return ValueCounts{.elements = 0, .nan = 0, .infinite = 0, .zero = 0};
        default:
            return std::nullopt;
        }
    };
    EXPECT_EQ(kept("nan:>0", values), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("-nan:>0", values), (Names{"h.0.attn.bias", "h.10.MLP.weight", "kernel:0"}));
    EXPECT_EQ(kept("inf:1", values), (Names{"h.0.attn.bias"}));
    EXPECT_EQ(kept("zero:>50%", values), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("zero:>=50%", values), (Names{"h.0.attn.weight", "h.0.attn.bias"}));
    EXPECT_EQ(kept("-zero:>=50%", values), (Names{"kernel:0"}));
    EXPECT_EQ(kept("nan:2%", values), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("nan:>=0"), Names{});
    EXPECT_EQ(kept("-nan:>=0"), Names{});
}

TEST_F(FilterTest, WordsAboutWhatAScanSays)
{
    const auto values = [](std::uint32_t tensor) -> std::optional<ValueCounts> {
        switch (tensor) {
        case 0:
            return ValueCounts{.elements = 100, .subnormal = 10, .sigmas = 31.5, .duplicate = false, .warning = true};
        case 1:
            return ValueCounts{.elements = 100, .subnormal = 0, .constant = true, .duplicate = true};
        case 2:
            return ValueCounts{.elements = 100, .sigmas = 5};
        default:
            return std::nullopt;
        }
    };
    EXPECT_EQ(kept("sigma:>30", values), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("-sigma:>30", values), (Names{"h.10.MLP.weight"})) << "a constant has none";
    EXPECT_EQ(kept("subnormal:>=10%", values), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("constant:yes", values), (Names{"h.0.attn.bias"}));
    EXPECT_EQ(kept("constant:NO", values), (Names{"h.0.attn.weight", "h.10.MLP.weight"}));
    EXPECT_EQ(kept("duplicate:yes", values), (Names{"h.0.attn.bias"}));
    EXPECT_EQ(kept("-duplicate:yes", values), (Names{"h.0.attn.weight"})) << "of others nobody knows";
    EXPECT_EQ(kept("warning:yes", values), (Names{"h.0.attn.weight"}));
    EXPECT_EQ(kept("warning:no", values), (Names{"h.0.attn.bias", "h.10.MLP.weight"}));
    EXPECT_EQ(kept("constant:yes"), Names{});
    EXPECT_TRUE(Filter::parse("a or duplicate:yes")->comparesTensors());
    EXPECT_FALSE(Filter::parse("sigma:>30 constant:yes duplicate")->comparesTensors());
    EXPECT_FALSE(Filter::parse("duplicate:yes", FilterSubject::PairsWithValues));
    EXPECT_TRUE(Filter::parse("sigma:>30 maxabs:>0", FilterSubject::PairsWithValues));
}

TEST_F(FilterTest, TellsWhetherItNeedsValues)
{
    for (const std::string_view word : {"subnormal:>1%", "sigma:>5", "constant:yes", "duplicate:no"})
        EXPECT_TRUE(Filter::parse(word)->needsValues()) << word;
    EXPECT_TRUE(Filter::parse("a -nan:>0")->needsValues());
    EXPECT_TRUE(Filter::parse("zero:1")->needsValues());
    EXPECT_TRUE(Filter::parse("INF:1")->needsValues());
    EXPECT_FALSE(Filter::parse("nan rank:1 \"nan:>0\"")->needsValues());
}

TEST_F(FilterTest, ErrorsSayWhereAndWhatWasExpected)
{
    const std::vector<std::pair<std::string, std::string>> wrong{{"a -", "at character 4: expected a word"},
        {"ö rank:x", "at character 3: expected a number, such as rank:2"},
        {"rank:", "at character 1: expected a number"}, {"rank:2MB", "at character 1: expected a number"},
        {"size:>1XB", "at character 1: expected a number"}, {"size:-1", "at character 1: expected a number"},
        {"size:>nan", "at character 1: expected a number"}, {"size:>1MB5", "at character 1: expected a number"},
        {"constant:", "at character 1: expected yes or no"}, {"sigma:5%", "at character 1: expected a number"},
        {"zero:>5MB", "at character 1: expected a number or a percent"},
        {"shape:axb", "at character 1: expected dimensions"}, {"dtype:", "at character 1: expected a dtype"},
        {"dtpye:f32", "at character 1: \"dtpye:\" is not known; did you mean dtype:?"},
        {"layers:3", "at character 1: \"layers:\" is not known; did you mean layer:?"},
        {"blocks:3", "at character 1: \"blocks:\" is not known; did you mean layer:?"},
        {"kernel:0", "at character 1: \"kernel:\" is not known; known are dtype, quant, shape"},
        {"layer:7-3", "at character 1: expected the lower number first"},
        {"a \"b", "at character 3: expected a closing quote"}, {"/a", "at character 1: expected a closing slash"},
        {"/", "at character 1: expected a closing slash"},
        {"x -/(/", "at character 3: the regular expression is not valid"}};
    for (const auto& [text, message] : wrong) {
        const auto filter = Filter::parse(text);
        ASSERT_FALSE(filter) << text;
        EXPECT_EQ(filter.error().code, ErrorCode::InvalidArgument);
        EXPECT_TRUE(filter.error().message.starts_with(message)) << filter.error().message;
    }
}

/// w and x are in both checkpoints, y only in a, z only in b; x was renamed to v.
class PairFilterTest : public testing::Test {
protected:
    PairFilterTest()
        : a(test::MadeCheckpoint().add("w").add("x", DType::F16).add("y").take())
        , b(test::MadeCheckpoint().add("w", DType::F64).add("v", DType::F16).add("z").take())
    {
    }
    bool keeps(const std::string& text, const TensorPair& pair, std::optional<PairStatus> status,
        std::optional<double> maximum = {}, std::optional<double> relativeL2 = {}) const
    {
        const auto filter = Filter::parse(text, FilterSubject::Pairs);
        EXPECT_TRUE(filter) << text;
        return filter && filter->matches(PairFacts{*a, *b, pair, status, maximum, relativeL2});
    }

    std::shared_ptr<const Checkpoint> a;
    std::shared_ptr<const Checkpoint> b;
    const TensorPair w{.a = 0, .b = 0, .dtypeChanged = true};
    const TensorPair x{.a = 1, .b = 1, .by = PairedBy::Digest, .moved = true};
    const TensorPair y{.a = 2};
    const TensorPair z{.b = 2};
};

/// The finite elements may all be equal, but a filter for large differences must not hide the tensor.
TEST_F(PairFilterTest, ANanThatDiffersIsBeyondEveryBound)
{
    for (const std::string word : {"maxabs", "rell2"}) {
        const PairFacts facts{.a = *a,
            .b = *b,
            .pair = w,
            .status = PairStatus::Changed,
            .maximum = 0.0,
            .relativeL2 = {},
            .nonfiniteDiffer = true};
        EXPECT_TRUE(Filter::parse(word + ":>1e300", FilterSubject::Pairs)->matches(facts));
        EXPECT_FALSE(Filter::parse(word + ":<1e300", FilterSubject::Pairs)->matches(facts));
        EXPECT_FALSE(Filter::parse('-' + word + ":>0.1", FilterSubject::Pairs)->matches(facts));
    }
}

TEST_F(PairFilterTest, WordsAboutATensorHoldOfEitherSide)
{
    EXPECT_TRUE(keeps("dtype:f32", w, {}));
    EXPECT_TRUE(keeps("dtype:f64", w, {}));
    EXPECT_FALSE(keeps("-dtype:f64", w, {}));
    EXPECT_TRUE(keeps("v", x, {}));
    EXPECT_TRUE(keeps("y", y, {}));
    EXPECT_FALSE(keeps("y", z, {}));
    EXPECT_TRUE(keeps("-y", z, {}));
}

TEST_F(PairFilterTest, WordsAboutThePairItself)
{
    EXPECT_TRUE(keeps("status:changed", w, PairStatus::Changed));
    EXPECT_FALSE(keeps("status:changed", w, PairStatus::Identical));
    EXPECT_TRUE(keeps("-status:changed", w, PairStatus::Identical));
    EXPECT_TRUE(keeps("status:dtype_changed", w, PairStatus::Identical));
    EXPECT_TRUE(keeps("STATUS:only_*", y, PairStatus::OnlyA));
    EXPECT_TRUE(keeps("status:renamed status:moved", x, PairStatus::Identical));
    EXPECT_FALSE(keeps("status:renamed", w, PairStatus::Identical));
    EXPECT_TRUE(keeps("maxabs:>1e-3", w, PairStatus::Changed, 0.002));
    EXPECT_FALSE(keeps("maxabs:>1e-3", w, PairStatus::Changed, 0.001));
    EXPECT_TRUE(keeps("rell2:<0.5", w, PairStatus::Changed, 9, 0.25));
    EXPECT_FALSE(keeps("rell2:<0.5", w, {}));
    EXPECT_FALSE(keeps("-rell2:<0.5", w, {})); // the difference is not known
}

TEST_F(PairFilterTest, EachSubjectHasItsOwnWords)
{
    EXPECT_FALSE(Filter::parse("status:changed"));
    EXPECT_FALSE(Filter::parse("maxabs:1"));
    for (const auto& [text, message] :
        {std::pair("nan:>0", "known are dtype, quant, shape, layer, rank, size, params, shard, status"),
            std::pair("status:", "expected a status"), std::pair("maxabs:1%", "expected a number")}) {
        const auto filter = Filter::parse(text, FilterSubject::Pairs);
        ASSERT_FALSE(filter) << text;
        EXPECT_NE(filter.error().message.find(message), std::string::npos) << filter.error().message;
    }
}

TEST_F(PairFilterTest, WordsAboutWhatATensorHoldsHoldOfEitherSide)
{
    const auto filter = Filter::parse("nan:>2 maxabs:>1", FilterSubject::PairsWithValues);
    ASSERT_TRUE(filter);
    const Filter ofValues = filter->part(Filter::Asks::Structure, Filter::Asks::Values);
    EXPECT_FALSE(ofValues.asks(Filter::Asks::Figures));
    EXPECT_TRUE(filter->asks(Filter::Asks::Figures));
    const auto holding = [](std::optional<std::uint64_t> nan) -> TensorValues {
        return [nan](std::uint32_t) {
            return nan ? std::optional(ValueCounts{.elements = 9, .nan = *nan}) : std::nullopt;
        };
    };
    const auto keeps = [&](const Filter& words, std::optional<std::uint64_t> nanA, std::optional<std::uint64_t> nanB) {
        const TensorValues valuesA = holding(nanA);
        const TensorValues valuesB = holding(nanB);
        PairFacts facts{*a, *b, w};
        facts.valuesA = &valuesA;
        facts.valuesB = &valuesB;
        return words.matches(facts);
    };
    EXPECT_TRUE(keeps(ofValues, 3, 0));
    EXPECT_TRUE(keeps(ofValues, 0, 3));
    EXPECT_FALSE(keeps(ofValues, 2, 2));
    EXPECT_FALSE(keeps(*filter, 3, 3)) << "how far they differ is not known";
    const Filter negated = Filter::parse("-nan:>2", FilterSubject::PairsWithValues).value();
    EXPECT_TRUE(keeps(negated, 2, std::nullopt));
    EXPECT_FALSE(keeps(negated, 3, 0));
    EXPECT_FALSE(keeps(negated, std::nullopt, std::nullopt)) << "not known of either";
}

TEST(Filter, HostileRegularExpressionsAndNamesEnd)
{
    const auto checkpoint = test::MadeCheckpoint().add(std::string(1'000'000, 'a')).take();
    EXPECT_FALSE(Filter::parse("/^(a|a)*$b/")->matches(*checkpoint, 0));
    EXPECT_FALSE(Filter::parse("/((((a*)*)*)*)*b/")->matches(*checkpoint, 0));
    EXPECT_FALSE(Filter::parse("/((((a{100}){100}){100}){100})/")); // refused, not run
    EXPECT_FALSE(Filter::parse("/" + std::string(100'000, '(') + "/"));
}

TEST(Filter, SelectStopsWhenAsked)
{
    test::MadeCheckpoint made;
    made.add("a");
    const auto checkpoint = made.take();
    std::stop_source stop;
    stop.request_stop();
    const auto selected = Filter::parse("a")->select(*checkpoint, {}, {.stop = stop.get_token()});
    ASSERT_FALSE(selected);
    EXPECT_EQ(selected.error().code, ErrorCode::Stopped);
}

TEST(Filter, SelectsAcrossPieces)
{
    test::MadeCheckpoint made;
    for (int i = 0; i < 40'000; ++i)
        made.add("layer." + std::to_string(i));
    const auto checkpoint = made.take();
    EXPECT_EQ(Filter::parse("layer.1")->select(*checkpoint)->count(), 11'111u);
    EXPECT_EQ(Filter().select(*checkpoint)->count(), 40'000u);
    EXPECT_EQ(Filter().select(Checkpoint())->count(), 0u);
}

TEST(Filter, CountsComeFromSummaries)
{
    const Tensor tensor;
    Summary summary;
    EXPECT_FALSE(valueCounts(tensor, summary));
    summary.elements = 10;
    summary.nan = 1;
    summary.positiveInf = 2;
    summary.negativeInf = 3;
    EXPECT_EQ(valueCounts(tensor, summary)->nan, 1u);
    EXPECT_EQ(valueCounts(tensor, summary)->infinite, 5u);
    EXPECT_FALSE(valueCounts(tensor, summary)->zero);
}

TEST(TensorSet, NextGoesFromOneToTheNext)
{
    TensorSet set(200);
    for (const std::uint32_t tensor : {0U, 63U, 64U, 199U})
        set.insert(tensor);
    EXPECT_EQ(set.next(0), 0U);
    EXPECT_EQ(set.next(1), 63U);
    EXPECT_EQ(set.next(64), 64U);
    EXPECT_EQ(set.next(65), 199U);
    EXPECT_EQ(set.next(200), 200U);
    EXPECT_EQ(set.next(0xffffffffU), 200U);
    EXPECT_EQ(TensorSet().next(0), 0U);
}

} // namespace
} // namespace loupe
