#include "items/compare/comparison_session.h"

#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "items/compare/comparison_export.h"
#include "items/compare/comparison_text.h"
#include "items/compare/difference_request.h"
#include "items/jobs/qt_text.h"
#include "support/compared_pair.h"
#include "support/test_data.h"

#include <gmock/gmock.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>

namespace loupe {
namespace {

using test::Signal;

class ComparisonSessionTest : public testing::Test {
protected:
    void compare(const std::filesystem::path& a, const std::filesystem::path& b)
    {
        Signal finished(&session, &ComparisonSession::finished);
        session.open(a, b);
        ASSERT_TRUE(finished.await());
    }
    std::uint32_t find(std::string_view name) const
    {
        const auto& tensors = session.results()->paired()->names->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i].name == name)
                return i;
        }
        ADD_FAILURE() << name;
        return 0;
    }
    void confirm(std::string_view nameA, std::string_view nameB)
    {
        const PairedCheckpointsPtr& paired = session.results()->paired();
        const auto numberOf = [](const Checkpoint& side, std::string_view name) {
            const auto found = std::find_if(
                side.tensors.begin(), side.tensors.end(), [&](const Tensor& tensor) { return tensor.name == name; });
            return static_cast<std::uint32_t>(found - side.tensors.begin());
        };
        Signal finished(&session, &ComparisonSession::finished);
        session.pairBy(paired, {}, {{numberOf(*paired->a, nameA), numberOf(*paired->b, nameB), PairedBy::Place, 0.4}});
        ASSERT_TRUE(finished.await());
    }
    PairSums sumsOf(std::string_view path) const
    {
        const NameTree& tree = session.results()->paired()->tree;
        for (NameTree::NodeId group = tree.root(); group < tree.nodeCount(); ++group) {
            if (tree.path(group) == path)
                return session.results()->sums(group);
        }
        ADD_FAILURE() << path;
        return {};
    }
    QString path(const char* name) const { return toQString(pair.folder().path() / name); }
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }

    test::ComparedPair pair;
    ComparisonSession session;
};

TEST_F(ComparisonSessionTest, FindsWhatWasChangedByHand)
{
    compare(pair.a(), pair.b());
    const ComparisonResults& results = *session.results();
    EXPECT_TRUE(results.isComplete());
    EXPECT_EQ(results.status(find("layers.0.q")), PairStatus::Changed);
    EXPECT_EQ(results.status(find("layers.0.k")), PairStatus::Identical);
    EXPECT_EQ(results.status(find("layers.1.q")), PairStatus::ShapeChanged);
    EXPECT_EQ(results.status(find("norm")), PairStatus::Identical);
    EXPECT_EQ(statusText(results, find("norm")), QStringLiteral("same values"));
    EXPECT_EQ(results.status(find("old.bias")), PairStatus::OnlyA);
    EXPECT_EQ(results.status(find("new.bias")), PairStatus::OnlyB);
    const Delta& delta = *results.find(find("layers.0.q"))->delta;
    EXPECT_EQ(delta.differing, 1u);
    EXPECT_EQ(delta.firstDifference, 3u);
    EXPECT_DOUBLE_EQ(*delta.maximum, 2);
    EXPECT_DOUBLE_EQ(*delta.relativeL2, 2 / std::sqrt(30.0));
    EXPECT_DOUBLE_EQ(*delta.cosine, 38 / std::sqrt(30.0 * 50));
    EXPECT_EQ(results.same(), false);
    EXPECT_FALSE(results.firstError());
    EXPECT_EQ(results.paired()->metadata.changed.size(), 1u);
}

TEST_F(ComparisonSessionTest, GroupsShowWhatDiffersMost)
{
    compare(pair.a(), pair.b());
    const PairSums layer = sumsOf("layers.0");
    EXPECT_EQ(layer.count(PairStatus::Changed), 1u);
    EXPECT_EQ(layer.count(PairStatus::Identical), 1u);
    EXPECT_EQ(layer.waiting, 0u);
    EXPECT_EQ(layer.differing, 1u);
    EXPECT_EQ(layer.elements, 6u);
    EXPECT_DOUBLE_EQ(*layer.maximum, 2);
    EXPECT_DOUBLE_EQ(*layer.relativeL2, 2 / std::sqrt(30.0));
    EXPECT_DOUBLE_EQ(*layer.cosine, 38 / std::sqrt(30.0 * 50));
    EXPECT_EQ(layer.status(), PairStatus::Changed);
    EXPECT_EQ(sumsOf("layers.1").status(), PairStatus::ShapeChanged);
    EXPECT_EQ(sumsOf("old").status(), PairStatus::OnlyA);
    const PairSums all = sumsOf("");
    EXPECT_EQ(all.pairs(), 6u);
    EXPECT_EQ(all.dtypeChanged, 1u);
    EXPECT_EQ(statusText(all), QStringLiteral("1 changed, 1 only in A, 1 only in B, 1 other shape"));
}

TEST_F(ComparisonSessionTest, StructureIsKnownBeforeValues)
{
    auto opened = openPair(pair.a(), pair.b(), {});
    ASSERT_TRUE(opened);
    const ComparisonResults results(*opened);
    EXPECT_EQ(results.lookedAt(), 0u);
    const PairSums total = results.total();
    EXPECT_EQ(total.waiting, 3u);
    EXPECT_EQ(total.count(PairStatus::OnlyA), 1u);
    EXPECT_EQ(total.count(PairStatus::OnlyB), 1u);
    EXPECT_EQ(total.count(PairStatus::ShapeChanged), 1u);
    EXPECT_EQ(results.same(), false);
    EXPECT_EQ(results.find(0), nullptr);
}

TEST_F(ComparisonSessionTest, TensorsArePairedByWhatWasConfirmedAndBack)
{
    compare(pair.a(), pair.b());
    confirm("old.bias", "new.bias");
    const PairedCheckpoints& paired = *session.results()->paired();
    EXPECT_EQ(paired.choice->confirmed, (std::vector<ConfirmedRename>{{"old.bias", "new.bias"}}));
    EXPECT_EQ(paired.origin, ChoiceOrigin::Person);
    EXPECT_EQ(paired.pairs.size(), 5u);
    const std::uint32_t renamed = find("old.bias");
    EXPECT_TRUE(paired.isRenamed(renamed));
    EXPECT_EQ(paired.pairs[renamed].by, PairedBy::Confirmed);
    EXPECT_EQ(statusText(*session.results(), renamed), QStringLiteral("identical, renamed"));
    EXPECT_EQ(session.results()->total().renamed, 1u);
    ASSERT_TRUE(writeFileAtOnce(
        path("diff.json"), comparisonContent(session.results(), comparisonFormatOf(path("diff.json"))), {}));
    EXPECT_TRUE(content(path("diff.json")).contains("\"paired_by\":\"confirmed\""))
        << content(path("diff.json")).toStdString();
    Signal finished(&session, &ComparisonSession::finished);
    session.reload(); // keeps the pairing
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->pairs.size(), 5u);
    session.pairByName();
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->pairs.size(), 6u);
    EXPECT_TRUE(session.results()->paired()->choice->empty());
}

TEST_F(ComparisonSessionTest, WhatWasConfirmedOfFilesThatAreOpenedAgainIsNotFollowed)
{
    compare(pair.a(), pair.b());
    const PairedCheckpointsPtr before = session.results()->paired();
    const auto number = [](std::size_t tensor) { return static_cast<std::uint32_t>(tensor); };
    const std::vector<SuggestedRename> confirmed{
        {number(before->a->tensors.size() - 1), number(before->b->tensors.size() - 1), PairedBy::Place, 0.4}};
    Signal finished(&session, &ComparisonSession::finished);
    session.reload();
    session.pairBy(before, {}, confirmed);
    session.pairByName();
    ASSERT_TRUE(finished.await());
    const PairedCheckpointsPtr after = session.results()->paired();
    EXPECT_NE(after->a, before->a);
    EXPECT_NE(after->b, before->b);
    EXPECT_TRUE(after->choice->empty());
    session.pairBy(before, {}, confirmed);
    EXPECT_FALSE(session.isPairing());
    EXPECT_EQ(session.results()->paired(), after);
}

TEST_F(ComparisonSessionTest, RulesOfTheCommandLineAreFollowed)
{
    Signal finished(&session, &ComparisonSession::finished);
    session.open(pair.a(), pair.b(), {{"^old", "new"}});
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->pairs[find("old.bias")].by, PairedBy::Rule);
    EXPECT_EQ(session.results()->paired()->origin, ChoiceOrigin::CommandLine);
}

TEST_F(ComparisonSessionTest, WhatIsKnownOfPairsThatStayIsNotReadAgain)
{
    compare(pair.a(), pair.b());
    const Delta before = *session.results()->find(find("layers.0.q"))->delta;
    std::filesystem::resize_file(pair.a(), 8);
    std::filesystem::resize_file(pair.b(), 8);
    confirm("old.bias", "new.bias");
    const PairOutcome& kept = *session.results()->find(find("layers.0.q"));
    ASSERT_TRUE(kept.delta);
    EXPECT_EQ(kept.delta->maximum, before.maximum);
    EXPECT_EQ(session.results()->status(find("layers.0.k")), PairStatus::Identical);
    EXPECT_TRUE(session.results()->find(find("old.bias"))->error);
    EXPECT_EQ(session.results()->total().waiting, 0u);
    EXPECT_DOUBLE_EQ(*session.results()->total().maximum, 2);
}

TEST_F(ComparisonSessionTest, APairThatIsOpenedAgainFindsItsRenames)
{
    const auto memory = std::make_shared<const RenameMemory>(path("kept"));
    session.setMemory(memory);
    compare(pair.a(), pair.b());
    confirm("old.bias", "new.bias");
    EXPECT_FALSE(session.results()->paired()->notKept);

    ComparisonSession again;
    again.setMemory(memory);
    Signal finished(&again, &ComparisonSession::finished);
    again.open(pair.a(), pair.b());
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(again.results()->paired()->origin, ChoiceOrigin::Kept);
    EXPECT_EQ(again.results()->paired()->pairs.size(), 5u);
    again.pairByName();
    ASSERT_TRUE(finished.await());
    EXPECT_TRUE(memory->load(pair.a(), pair.b()).empty());
}

TEST_F(ComparisonSessionTest, WhatCannotBeKeptIsFollowedAndSaid)
{
    session.setMemory(std::make_shared<const RenameMemory>(toQString(pair.a()) + QStringLiteral("/no folder")));
    compare(pair.a(), pair.b());
    confirm("old.bias", "new.bias");
    EXPECT_EQ(session.results()->paired()->pairs.size(), 5u);
    ASSERT_TRUE(session.results()->paired()->notKept);
}

TEST_F(ComparisonSessionTest, ACheckpointIsTheSameAsItself)
{
    compare(test::dataPath("bintensors/gpt2-tiny.bt"), test::dataPath("bintensors-pre010/gpt2-tiny.bt"));
    EXPECT_EQ(session.results()->same(), true);
    EXPECT_EQ(statusText(session.results()->total()), QStringLiteral("identical"));
}

TEST_F(ComparisonSessionTest, APathThatCannotBeOpenedIsSaid)
{
    Signal failed(&session, &ComparisonSession::failed);
    session.open(pair.a(), std::filesystem::path("/nowhere/b.bt"));
    ASSERT_TRUE(failed.await());
    ASSERT_EQ(session.errors().size(), 1u);
    EXPECT_EQ(session.errors()[0].path, "/nowhere/b.bt");
    EXPECT_EQ(session.errors()[0].code, ErrorCode::NotFound);
    EXPECT_EQ(session.results(), nullptr);
    EXPECT_FALSE(session.isBusy());
}

TEST_F(ComparisonSessionTest, EachSideThatCannotBeOpenedIsNamed)
{
    Signal failed(&session, &ComparisonSession::failed);
    session.open(std::filesystem::path("/nowhere/a.bt"), std::filesystem::path("/nowhere/b.bt"));
    ASSERT_TRUE(failed.await());
    ASSERT_EQ(session.errors().size(), 2u);
    EXPECT_EQ(session.errors()[0].path, "/nowhere/a.bt");
    EXPECT_EQ(session.errors()[1].path, "/nowhere/b.bt");

    const SecretSource key = readOnce({.passphrase = {}, .passphraseFile = {}, .keyFile = path("key")});
    session.open({pair.a(), nullptr, key}, {pair.b(), nullptr, key});
    ASSERT_TRUE(failed.await());
    ASSERT_EQ(session.errors().size(), 1u) << "one key file for both";
    EXPECT_EQ(toQString(session.errors()[0].path), path("key"));
}

TEST_F(ComparisonSessionTest, BothSidesAreOpenedAtOnce)
{
    std::mutex mutex;
    std::condition_variable arrived;
    int opening = 0;
    const SecretSource waitForTheOther = [&]() -> Result<SecretPtr> {
        std::unique_lock lock(mutex);
        ++opening;
        arrived.notify_all();
        if (!arrived.wait_for(lock, std::chrono::seconds(20), [&] { return opening == 2; }))
            return fail(ErrorCode::Stopped, "the other side is not opened meanwhile");
        return SecretPtr();
    };
    Signal finished(&session, &ComparisonSession::finished);
    session.open({pair.a(), nullptr, waitForTheOther}, {pair.b(), nullptr, waitForTheOther});
    EXPECT_TRUE(finished.await());
    EXPECT_TRUE(session.errors().empty());
}

TEST_F(ComparisonSessionTest, WhatIsOpenIsComparedWithoutReadingItAgain)
{
    const auto a = *openCheckpoint(pair.a());
    const auto b = *openCheckpoint(pair.b());
    std::filesystem::remove(pair.a());
    std::filesystem::remove(pair.b());
    Signal finished(&session, &ComparisonSession::finished);
    session.open({pair.a(), a}, {pair.b(), b});
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->a, a);
    EXPECT_EQ(session.results()->paired()->b, b);
    EXPECT_EQ(session.results()->paired()->pairs.size(), 6u);
    EXPECT_EQ(session.results()->status(find("layers.1.q")), PairStatus::ShapeChanged);
    EXPECT_TRUE(session.errors().empty());
}

TEST_F(ComparisonSessionTest, WhatIsOpenAndWasReplacedSinceIsReadAgain)
{
    const auto a = *openCheckpoint(pair.a());
    const auto b = *openCheckpoint(pair.b());
    std::filesystem::copy_file(pair.a(), pair.folder().path() / "other");
    std::filesystem::rename(pair.folder().path() / "other", pair.b());
    Signal finished(&session, &ComparisonSession::finished);
    session.open({pair.a(), a}, {pair.b(), b});
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->a, a);
    EXPECT_NE(session.results()->paired()->b, b);
    EXPECT_EQ(session.results()->same(), true);
}

TEST_F(ComparisonSessionTest, RulesOfTheCommandLineAreFollowedWhereOpeningIsTriedAgain)
{
    std::filesystem::rename(pair.b(), pair.folder().path() / "away");
    Signal failed(&session, &ComparisonSession::failed);
    session.open(pair.a(), pair.b(), {{"^old", "new"}});
    ASSERT_TRUE(failed.await());
    std::filesystem::rename(pair.folder().path() / "away", pair.b());
    Signal finished(&session, &ComparisonSession::finished);
    session.reload();
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->pairs[find("old.bias")].by, PairedBy::Rule);
}

/// According to tensorizer's manifest, the tensor "w" of both samples is 0, 1, … 11. Every other tensor is in only one
/// of them.
class EncryptedComparisonTest : public ComparisonSessionTest {
protected:
    SecretChoice key() const
    {
        const auto file =
            pair.folder().write("key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n");
        return {.passphrase = {}, .passphraseFile = {}, .keyFile = toQString(file)};
    }
    static SecretChoice phrase(const char* text)
    {
        return {.passphrase = QString::fromLatin1(text), .passphraseFile = {}, .keyFile = {}};
    }
    std::filesystem::path plain() const
    {
        return pair.folder().write("plain.safetensors",
            test::safetensorsOf(
                {{"w", "F32", "[3,4]", test::packedBytes<float>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})}}));
    }

    const std::filesystem::path byKey = test::dataPath("tensorizer/encrypted-key.tensors");
    const std::filesystem::path byPhrase = test::dataPath("tensorizer/encrypted-passphrase.tensors");
};

TEST_F(EncryptedComparisonTest, EachSideTakesWhatOpensIt)
{
    Signal finished(&session, &ComparisonSession::finished);
    session.open(
        {byKey, nullptr, readOnce(key())}, {byPhrase, nullptr, readOnce(phrase("correct horse battery staple"))});
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->status(find("w")), PairStatus::Identical);
    EXPECT_FALSE(session.results()->firstError());
}

TEST_F(EncryptedComparisonTest, UnlockingReadsOnlyWhatIsClosed)
{
    compare(plain(), byKey);
    EXPECT_EQ(session.results()->status(find("w")), PairStatus::NotCompared);
    EXPECT_TRUE(session.results()->firstError());
    const auto a = session.results()->paired()->a;
    Signal finished(&session, &ComparisonSession::finished);

    session.unlock(phrase("wrong"));
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->status(find("w")), PairStatus::NotCompared);

    session.unlock(key());
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->paired()->a, a);
    EXPECT_EQ(session.results()->status(find("w")), PairStatus::Identical);

    session.reload();
    ASSERT_TRUE(finished.await());
    EXPECT_NE(session.results()->paired()->a, a);
    EXPECT_EQ(session.results()->status(find("w")), PairStatus::Identical) << "what opened it is kept";
}

TEST_F(EncryptedComparisonTest, WhereTheKeyCannotBeReadWhatWasShownStays)
{
    compare(plain(), byKey);
    const auto before = session.results();
    Signal failed(&session, &ComparisonSession::failed);
    session.unlock({.passphrase = {}, .passphraseFile = {}, .keyFile = QStringLiteral("/nowhere/key")});
    ASSERT_TRUE(failed.await());
    ASSERT_EQ(session.errors().size(), 1u);
    EXPECT_EQ(session.errors()[0].path, "/nowhere/key");
    EXPECT_EQ(session.results(), before);
    Signal finished(&session, &ComparisonSession::finished);
    session.reload(); // without that key
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(session.results()->status(find("w")), PairStatus::NotCompared);
}

TEST_F(ComparisonSessionTest, WhatWasShownStaysWhereReloadingFails)
{
    compare(pair.a(), pair.b());
    const auto before = session.results();
    std::filesystem::remove(pair.b());
    Signal failed(&session, &ComparisonSession::failed);
    session.reload();
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(session.results(), before);
}

TEST_F(ComparisonSessionTest, AFileThatIsReplacedIsToldOnce)
{
    compare(pair.a(), pair.b());
    QStringList changed;
    Signal told(&session, &ComparisonSession::changedOnDisk);
    QObject::connect(
        &session, &ComparisonSession::changedOnDisk, &session, [&](const QString& path) { changed << path; });
    std::filesystem::rename(pair.folder().write("other", "something else"), pair.b());
    ASSERT_TRUE(told.await());
    EXPECT_EQ(changed, QStringList{toQString(pair.b())});
}

TEST_F(ComparisonSessionTest, AfterStopNothingComesAndItCanBeginAnew)
{
    Signal reset(&session, &ComparisonSession::resultsReset);
    session.open(pair.a(), pair.b());
    ASSERT_TRUE(reset.await());
    Signal finished(&session, &ComparisonSession::finished);
    session.stop();
    EXPECT_FALSE(session.isBusy());
    const auto stopped = session.results();
    const std::uint32_t known = stopped->lookedAt();
    session.start();
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(stopped->lookedAt(), known);
    EXPECT_TRUE(session.results()->isComplete());
    EXPECT_EQ(finished.count(), 0); // it was emitted only once
}

TEST_F(ComparisonSessionTest, ComparingAllReadsOnlyWhatIsNotKnown)
{
    compare(pair.a(), pair.b());
    std::filesystem::resize_file(pair.a(), 8);
    std::filesystem::resize_file(pair.b(), 8);
    confirm("old.bias", "new.bias"); // its bytes can no longer be read
    ASSERT_TRUE(session.results()->find(find("old.bias"))->error);
    const auto before = session.results();
    Signal finished(&session, &ComparisonSession::finished);
    session.start();
    ASSERT_TRUE(finished.await());
    EXPECT_NE(session.results(), before);
    const PairOutcome& kept = *session.results()->find(find("layers.0.q"));
    ASSERT_TRUE(kept.delta);
    EXPECT_DOUBLE_EQ(*kept.delta->maximum, 2);
    EXPECT_EQ(session.results()->status(find("layers.0.k")), PairStatus::Identical);
    EXPECT_TRUE(session.results()->find(find("old.bias"))->error) << "this one is tried again";
    EXPECT_TRUE(session.results()->isComplete());
}

TEST_F(ComparisonSessionTest, CsvHasALineForEachPair)
{
    compare(pair.a(), pair.b());
    ASSERT_TRUE(writeFileAtOnce(
        path("diff.csv"), comparisonContent(session.results(), comparisonFormatOf(path("diff.csv"))), {}));
    const QList<QByteArray> lines = content(path("diff.csv")).split('\n');
    ASSERT_EQ(lines.size(), 8);
    const qsizetype cells = lines[0].count(',');
    EXPECT_TRUE(lines[0].startsWith("name,name_b,status,dtype,dtype_b,shape,shape_b,elements,moved,differing,"));
    EXPECT_TRUE(lines[1].startsWith("layers.0.q,layers.0.q,changed,F32,F32,[4],[4],4,false,1,2,0.5,1,"))
        << lines[1].toStdString();
    EXPECT_EQ(lines[1].count(','), cells);
    EXPECT_TRUE(lines[6].startsWith(",new.bias,only_b,,U8,,[3],3,")) << lines[6].toStdString();
}

TEST_F(ComparisonSessionTest, OfAStoppedComparisonWhatItLookedAtIsWritten)
{
    auto opened = openPair(pair.a(), pair.b(), {});
    ASSERT_TRUE(opened);
    const auto results = std::make_shared<ComparisonResults>(*opened);
    results->add((*opened)->pairs[0], {});
    results->close();
    results->add((*opened)->pairs[1], {});
    EXPECT_EQ(results->lookedAt(), 1u);
    ASSERT_TRUE(
        writeFileAtOnce(path("diff.JSON"), comparisonContent(results, comparisonFormatOf(path("diff.JSON"))), {}));
    const QJsonObject document = QJsonDocument::fromJson(content(path("diff.JSON"))).object();
    EXPECT_EQ(document[QLatin1String("tensors")].toArray().size(), 1);
    EXPECT_EQ(document[QLatin1String("same")].toBool(true), false);
    EXPECT_EQ(document[QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("stopped"));
}

TEST_F(ComparisonSessionTest, AMissingShardIsAnErrorOfTheWhole)
{
    compare(test::dataPath("safetensors-sharded/bad-missing-shard.index.json"),
        test::dataPath("safetensors-sharded/model.safetensors.index.json"));
    ASSERT_TRUE(session.results()->firstError());
    EXPECT_EQ(session.results()->firstError()->code, ErrorCode::NotFound);
    EXPECT_EQ(session.results()->same(), false);
}

TEST_F(ComparisonSessionTest, TheDifferenceIsOfWhatDiffersBelowTheChosenRows)
{
    compare(pair.a(), pair.b());
    const PairedCheckpoints& paired = *session.results()->paired();
    NameTree::NodeId layers = paired.tree.root();
    while (paired.tree.path(layers) != "layers")
        ++layers;
    const auto wanted = differenceOf({session.results(), paired.order, {layers, find("layers.0.q")}})({});
    ASSERT_TRUE(wanted) << describe(wanted.error());
    const Recipe* const recipe = &wanted->recipe;
    ASSERT_EQ(recipe->items.size(), 1u);
    EXPECT_EQ(recipe->items[0].name, "layers.0.q");
    EXPECT_TRUE(recipe->items[0].isDifference());
    EXPECT_EQ(recipe->items[0].base, paired.a);
    EXPECT_EQ(recipe->items[0].source, paired.b);
    EXPECT_EQ(recipe->leftOut, "1 without a difference, 1 of another shape");

    const auto none = differenceOf({session.results(), paired.order, {find("layers.0.k")}})({});
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, testing::HasSubstr("(skipped: 1 without a difference)"));
}

TEST_F(ComparisonSessionTest, WhyAContentCouldNotBeMadeIsTold)
{
    const QString file = path("report.html");
    const ContentWriter unmade = [](QFileDevice& device, const Work&) -> Result<bool> {
        device.write("half");
        return fail(ErrorCode::OutOfMemory, "not enough memory for the pictures");
    };
    const auto written = writeFileAtOnce(file, unmade, {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::OutOfMemory);
    EXPECT_EQ(written.error().message, "not enough memory for the pictures");
    EXPECT_FALSE(QFile::exists(file));
    const auto failed = writeFileAtOnce(file, [](QFileDevice&, const Work&) { return false; }, {});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::Io);
}

TEST_F(ComparisonSessionTest, AReportOfAStoppedComparisonSaysSo)
{
    const auto reportOf = [&](const std::filesystem::path& a, const std::filesystem::path& b) {
        const auto opened = openPair(a, b, {}).value();
        const auto results = std::make_shared<ComparisonResults>(opened);
        PairOutcome identical;
        identical.delta.emplace().identical = true;
        results->add(opened->pairs.front(), identical);
        results->close();
        const QString file = path("diff.HTML");
        EXPECT_TRUE(writeFileAtOnce(file, comparisonContent(results, comparisonFormatOf(file)), {}));
        const std::string html = content(file).toStdString();
        EXPECT_TRUE(QFile::remove(file));
        return html;
    };
    const std::string metadata = reportOf(pair.a(), pair.b());
    EXPECT_THAT(metadata, testing::HasSubstr("the comparison was stopped after 1 of 6 pairs"));
    EXPECT_THAT(metadata, testing::HasSubstr("Different in metadata; not all tensors were compared."));
    EXPECT_THAT(reportOf(pair.a(), pair.a()),
        testing::HasSubstr("<strong>No differences found, but not all tensors were compared.</strong>"));
}

} // namespace
} // namespace loupe
