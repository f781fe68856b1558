#include "analysis/comparison/pairing.h"
#include "analysis/comparison/renames.h"

#include "support/made_checkpoint.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <tuple>

namespace loupe::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

using Names = std::vector<std::string>;

std::shared_ptr<const Checkpoint> made(const Names& names)
{
    MadeCheckpoint checkpoint;
    for (const std::string& name : names)
        checkpoint.add(name);
    return checkpoint.take();
}

std::vector<RenameRule> rules(const Names& texts)
{
    std::vector<RenameRule> parsed;
    for (const std::string& text : texts)
        parsed.push_back(RenameRule::parse(text).value());
    return parsed;
}

/// "a=b" for each pair; "-" for a missing side.
Names pairNames(const Checkpoint& a, const Checkpoint& b, const std::vector<TensorPair>& pairs)
{
    Names names;
    for (const TensorPair& pair : pairs) {
        names.push_back(std::string(pair.a == TensorPair::none ? "-" : a.tensors[pair.a].name) + "="
            + std::string(pair.b == TensorPair::none ? "-" : b.tensors[pair.b].name));
    }
    return names;
}

Names pairNames(const Names& a, const Names& b, const Names& ruleTexts = {})
{
    const auto madeA = made(a);
    const auto madeB = made(b);
    return pairNames(*madeA, *madeB, pairTensors(*madeA, *madeB, rules(ruleTexts)));
}

TEST(Pairing, IsByNameWhateverTheOrder)
{
    EXPECT_THAT(pairNames({"x", "y", "gone"}, {"new", "y", "x"}), ElementsAre("x=x", "y=y", "gone=-", "-=new"));
    EXPECT_THAT(pairNames({}, {}), ElementsAre());
    EXPECT_THAT(pairNames({}, {"x"}), ElementsAre("-=x"));
}

TEST(Pairing, FollowsRules)
{
    const Names a{"model.wte", "model.h.0", "other", "model.kept"};
    const Names b{"transformer.h.0", "transformer.wte", "other", "model.kept"};
    EXPECT_THAT(pairNames(a, b, {R"(model\.(.*)=transformer.\1)"}),
        ElementsAre("model.wte=transformer.wte", "model.h.0=transformer.h.0", "other=other", "model.kept=model.kept"));
    // The first rule that changes a name counts. A rule takes precedence over equal names.
    EXPECT_THAT(pairNames({"h.0", "h.1"}, {"h.0", "h.1", "h.2"}, {R"(h\.1=h.2)", R"(h\.0=h.1)", "h=never"}),
        ElementsAre("h.0=h.1", "h.1=h.2", "-=h.0"));
}

TEST(Pairing, RefusesWhatIsNoRule)
{
    for (const char* const text : {"", "=", "=x", "noequals", "(=x", R"(a=\1)", R"(a=\)"}) {
        const auto rule = RenameRule::parse(text);
        ASSERT_FALSE(rule) << text;
        EXPECT_EQ(rule.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Pairing, IsThatOfASlowTwin)
{
    std::mt19937 random(5);
    const auto someNames = [&] {
        Names names(random() % 12);
        for (std::string& name : names)
            name = std::string(1, static_cast<char>('a' + random() % 6));
        return names;
    };
    for (int round = 0; round < 500; ++round) {
        const Names a = someNames();
        const Names b = someNames();
        std::vector<bool> taken(b.size());
        Names expected;
        for (const std::string& name : a) {
            std::size_t at = 0;
            while (at < b.size() && (taken[at] || b[at] != name))
                ++at;
            if (at < b.size())
                taken[at] = true;
            expected.push_back(name + "=" + (at < b.size() ? b[at] : "-"));
        }
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (!taken[i])
                expected.push_back("-=" + b[i]);
        }
        ASSERT_EQ(pairNames(a, b), expected);
    }
}

TEST(Pairing, SaysWhatChanged)
{
    MadeCheckpoint a;
    a.add("same", DType::F32, {2}).add("dtype", DType::F32, {4}).add("shape", DType::F32, {2, 3});
    a.add("opaque", DType::Opaque, {8});
    a->unknownDTypes[3] = "F12";
    MadeCheckpoint b;
    b.add("same", DType::F32, {2}).add("dtype", DType::BF16, {8}).add("shape", DType::F32, {3, 2});
    b.add("opaque", DType::Opaque, {8});
    b->unknownDTypes[3] = "F13";
    b->files.front().data.begin = 0;
    b->tensors[2].bytes = {100, 124};
    const auto madeA = a.take();
    const auto madeB = b.take();
    const auto pairs = pairTensors(*madeA, *madeB);
    std::vector<std::tuple<bool, bool, bool>> changed;
    for (const TensorPair& pair : pairs)
        changed.emplace_back(pair.dtypeChanged, pair.shapeChanged, pair.moved);
    EXPECT_THAT(changed,
        ElementsAre(std::tuple(false, false, false), std::tuple(true, true, false), std::tuple(false, true, true),
            std::tuple(true, false, false)));
}

TEST(Pairing, ComparesMetadata)
{
    MadeCheckpoint a;
    a->metadata = Metadata{{"gone", "1"}, {"kept", "2"}, {"step", "100"}};
    MadeCheckpoint b;
    b->metadata = Metadata{{"step", "200"}, {"new", "3"}, {"kept", "2"}};
    MadeCheckpoint none;
    MadeCheckpoint empty;
    empty->metadata = Metadata{};
    const auto difference = compareMetadata(*a.take(), *b.take());
    EXPECT_THAT(difference.added, ElementsAre(Pair("new", "3")));
    EXPECT_THAT(difference.removed, ElementsAre(Pair("gone", "1")));
    ASSERT_EQ(difference.changed.size(), 1u);
    EXPECT_EQ(
        difference.changed[0].key + difference.changed[0].a.shown() + difference.changed[0].b.shown(), "step100200");
    EXPECT_TRUE(compareMetadata(*none.take(), *empty.take()).empty());
}

struct Stored {
    std::string name;
    std::string bytes;
};

/// Writes a checkpoint of U8 tensors with these bytes and opens it.
std::shared_ptr<const Checkpoint> stored(const TemporaryFolder& folder, const std::vector<Stored>& tensors)
{
    MadeCheckpoint checkpoint;
    std::string content;
    for (const auto& [name, bytes] : tensors) {
        checkpoint.add(name, DType::U8, {bytes.size()});
        content += bytes;
    }
    const auto path = folder.write("content", content);
    checkpoint->files.front().path = path;
    checkpoint->files.front().source = Source::open(path, Source::Access::Map).value();
    return checkpoint.take();
}

Names renamesOf(const Checkpoint& a, const Checkpoint& b)
{
    const auto pairs = pairTensors(a, b);
    const auto renames = suggestRenames(a, b, pairs).value();
    Names names;
    for (const SuggestedRename& rename : renames) {
        names.push_back(std::string(a.tensors[rename.a].name) + "=" + std::string(b.tensors[rename.b].name)
            + (rename.by == PairedBy::Digest ? " digest" : " place"));
    }
    // After applying the renames, there is still every tensor exactly once.
    const auto followed = withRenames(a, b, pairs, renames);
    EXPECT_EQ(followed.size(), pairs.size() - renames.size());
    std::size_t both = 0;
    for (const TensorPair& pair : followed)
        both += pair.both();
    EXPECT_EQ(2 * followed.size() - (followed.size() - both), a.tensors.size() + b.tensors.size());
    return names;
}

TEST(Renames, AreSuggestedByDigest)
{
    const TemporaryFolder folderA;
    const TemporaryFolder folderB;
    const auto a = stored(folderA, {{"p", "1111"}, {"q", "2222"}, {"same", "3333"}, {"short", "11"}});
    const auto b = stored(folderB, {{"x", "2222"}, {"same", "4444"}, {"y", "1111"}, {"other", "55555"}});
    EXPECT_THAT(renamesOf(*a, *b), ElementsAre("p=y digest", "q=x digest"));
}

TEST(Renames, OfTheSameBytesGoToTheSameBlock)
{
    const TemporaryFolder folderA;
    const TemporaryFolder folderB;
    const auto a = stored(folderA, {{"h.0.bias", "0000"}, {"h.1.bias", "0000"}, {"h.0.beta", "0000"}});
    const auto b = stored(folderB, {{"l.1.bias", "0000"}, {"l.0.beta", "0000"}, {"l.0.bias", "0000"}});
    EXPECT_THAT(renamesOf(*a, *b),
        ElementsAre("h.0.bias=l.0.bias digest", "h.1.bias=l.1.bias digest", "h.0.beta=l.0.beta digest"));
}

TEST(Renames, AreSuggestedByPlaceWhereBytesSayNothing)
{
    // Without files there are no digests.
    MadeCheckpoint a;
    a.add("model.layers.3.q.weight", DType::F32, {4, 4}).add("model.layers.3.q.scale", DType::F32, {4, 4});
    a.add("model.layers.4.q.weight", DType::F32, {4, 4}).add("model.layers.4.norm", DType::F32, {4});
    a.add("model.layers.5.k", DType::F32, {2}).add("model.layers.5.v", DType::F32, {2});
    a.add("embed", DType::BF16, {9});
    MadeCheckpoint b;
    b.add("h/4/attention/weight", DType::F32, {4, 4}).add("h/4/ln", DType::F32, {4});
    b.add("h/3/attention/scale", DType::F32, {4, 4}).add("h/3/attention/weight", DType::F32, {4, 4});
    b.add("h/5/key", DType::F32, {2}).add("h/5/value", DType::F32, {2});
    b.add("wte", DType::F32, {9});
    EXPECT_THAT(renamesOf(*a.take(), *b.take()),
        ElementsAre("model.layers.3.q.weight=h/3/attention/weight place",
            "model.layers.3.q.scale=h/3/attention/scale place", "model.layers.4.q.weight=h/4/attention/weight place",
            "model.layers.4.norm=h/4/ln place", "model.layers.5.k=h/5/key place", "model.layers.5.v=h/5/value place"));
}

TEST(Renames, StopWhenAsked)
{
    const TemporaryFolder folder;
    const auto a = stored(folder, {{"p", "1111"}});
    const auto b = stored(folder, {{"x", "1111"}});
    std::stop_source stop;
    stop.request_stop();
    const auto renames = suggestRenames(*a, *b, pairTensors(*a, *b), {.stop = stop.get_token()});
    ASSERT_FALSE(renames);
    EXPECT_EQ(renames.error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe::test
