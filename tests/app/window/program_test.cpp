#include "items/jobs/qt_text.h"
#include "program_run.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <QFile>
#include <QImage>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using Outcome = test::ProgramOutcome;
using test::runProgram;

QString sample()
{
    return toQString(test::dataPath("safetensors/gpt2-tiny.safetensors"));
}

TEST(Program, DrawsThePictureInTheSizeThatWasAskedFor)
{
    const test::TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "picture.png");
    const Outcome result = runProgram({QStringLiteral("--screenshot"), picture, QStringLiteral("--size"),
        QStringLiteral("900x600"), QStringLiteral("--theme"), QStringLiteral("dark"), sample()});
    EXPECT_EQ(result.status, 0) << result.errors;
    const QImage image(picture);
    EXPECT_EQ(image.size(), QSize(900, 600));
    EXPECT_LT(image.pixelColor(450, 300).lightness(), 128);
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

TEST(Program, TheSameCommandDrawsTheSamePicture)
{
    const test::TemporaryFolder folder;
    const QStringList commands[] = {{}, {QStringLiteral("--scan")},
        {QStringLiteral("--theme"), QStringLiteral("light")},
        {QStringLiteral("--select"), QStringLiteral("h.0.attn.c_attn.weight"), QStringLiteral("--view"),
            QStringLiteral("histogram")},
        {QStringLiteral("--filter"), QStringLiteral("attn"), QStringLiteral("--view"), QStringLiteral("hex"),
            QStringLiteral("--size"), QStringLiteral("800x500")}};
    for (const QStringList& command : commands) {
        QByteArray first;
        for (int time = 0; time < 3; ++time) {
            const QString picture = toQString(folder.path() / "picture.png");
            ASSERT_EQ(runProgram(command + QStringList{QStringLiteral("--screenshot"), picture, sample()}).status, 0);
            const QByteArray drawn = bytesOf(picture);
            EXPECT_TRUE(time == 0 || drawn == first) << command.join(u' ').toStdString();
            first = drawn;
        }
    }
}

TEST(Program, DrawsAComparison)
{
    const test::TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "picture.png");
    const QStringList command{QStringLiteral("--compare"), QStringLiteral("--screenshot"), picture, sample()};
    QByteArray first;
    for (int time = 0; time < 2; ++time) {
        const Outcome result = runProgram(command + QStringList{toQString(test::dataPath("bintensors/gpt2-tiny.bt"))});
        EXPECT_EQ(result.status, 0) << result.errors;
        const QByteArray drawn = bytesOf(picture);
        EXPECT_TRUE(time == 0 || drawn == first);
        first = drawn;
    }
    // Under a filter, groups are added up in a job that may end last.
    const Outcome filtered = runProgram(command
        + QStringList{
            toQString(test::dataPath("bintensors/gpt2-tiny.bt")), QStringLiteral("--filter"), QStringLiteral("attn")});
    EXPECT_EQ(filtered.status, 0) << filtered.errors;
    EXPECT_THAT(filtered.errors, testing::Not(testing::HasSubstr("propagateSizeHints")));
    EXPECT_NE(bytesOf(picture), first);
    const Outcome missing = runProgram(command + QStringList{QStringLiteral("/nowhere/x.bt")});
    EXPECT_EQ(missing.status, 3);
    EXPECT_THAT(missing.errors, testing::HasSubstr("/nowhere/x.bt"));
}

TEST(Program, OneKeyOpensBothSidesOfAComparison)
{
    const test::TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "picture.png");
    const QString encrypted = toQString(test::dataPath("tensorizer/encrypted-key.tensors"));
    const QStringList command{
        QStringLiteral("--compare"), QStringLiteral("--screenshot"), picture, encrypted, encrypted};
    const auto key = folder.write("key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n");
    ASSERT_EQ(runProgram(command).status, 0);
    const QByteArray closed = bytesOf(picture);
    const Outcome opened = runProgram(command + QStringList{QStringLiteral("--key-file"), toQString(key)});
    EXPECT_EQ(opened.status, 0) << opened.errors;
    EXPECT_NE(bytesOf(picture), closed);
    const Outcome unread =
        runProgram(command + QStringList{QStringLiteral("--key-file"), QStringLiteral("/nowhere/k")});
    EXPECT_EQ(unread.status, 3);
    EXPECT_THAT(unread.errors, testing::EndsWith("tensorloupe: /nowhere/k: cannot open: No such file or directory\n"))
        << "once for both";
}

TEST(Program, ASelectionOrFilterThatMakesNoSenseIsWrongUsage)
{
    const test::TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "picture.png");
    const std::pair<QStringList, const char*> commands[] = {
        {{QStringLiteral("--select"), QStringLiteral("no.such")}, "no.such"},
        {{QStringLiteral("--filter"), QStringLiteral("size:>abc")}, "filter: "}};
    for (const auto& [command, expected] : commands) {
        const Outcome result = runProgram(command + QStringList{QStringLiteral("--screenshot"), picture, sample()});
        EXPECT_EQ(result.status, 2);
        EXPECT_THAT(result.errors, testing::HasSubstr(expected));
        EXPECT_FALSE(QFile::exists(picture));
    }
}

TEST(Program, TheSuffixChoosesThePicturesFormat)
{
    const test::TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "picture.jpg");
    EXPECT_EQ(runProgram({QStringLiteral("--screenshot"), picture, sample()}).status, 0);
    EXPECT_TRUE(bytesOf(picture).startsWith("\xff\xd8\xff"));
    const Outcome refused =
        runProgram({QStringLiteral("--screenshot"), toQString(folder.path() / "picture.doc"), sample()});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.errors, testing::HasSubstr(".png"));
}

TEST(Program, SaysWhyThereIsNothingToDrawAndDrawsThat)
{
    const test::TemporaryFolder folder;
    const QString picture = toQString(folder.path() / "picture.png");
    const Outcome result = runProgram({QStringLiteral("--screenshot"), picture, QStringLiteral("/nowhere/x.bt")});
    EXPECT_EQ(result.status, 3);
    EXPECT_THAT(result.errors, testing::HasSubstr("/nowhere/x.bt"));
    EXPECT_FALSE(QImage(picture).isNull());
}

TEST(Program, OfflineAsksNoServer)
{
    const test::TemporaryFolder folder;
    const Outcome result = runProgram({QStringLiteral("--offline"), QStringLiteral("--screenshot"),
        toQString(folder.path() / "picture.png"), QStringLiteral("http://127.0.0.1:9/f.safetensors")});
    EXPECT_EQ(result.status, 3);
    // A build without network support says "this program cannot read from the network".
    EXPECT_THAT(result.errors, testing::ContainsRegex("--offline forbids the network|cannot read from the network"));
}

TEST(Program, APictureThatCannotBeWrittenIsAnError)
{
    const Outcome result =
        runProgram({QStringLiteral("--screenshot"), QStringLiteral("/nowhere/picture.png"), sample()});
    EXPECT_EQ(result.status, 3);
    EXPECT_THAT(result.errors, testing::HasSubstr("/nowhere/picture.png"));
}

TEST(Program, WrongUsageNeedsNoDisplay)
{
    const QStringList wrong[] = {{QStringLiteral("--no-such-option")},
        {QStringLiteral("--theme"), QStringLiteral("blue")}, {QStringLiteral("--view"), QStringLiteral("nothing")},
        {QStringLiteral("--size"), QStringLiteral("10")}, {QStringLiteral("--size"), QStringLiteral("0x5")},
        {QStringLiteral("--size"), QStringLiteral("99999999999x5")},
        {QStringLiteral("--screenshot"), QStringLiteral("a.png"), sample(), sample()},
        {QStringLiteral("--map"), QStringLiteral("a=b"), sample()},
        {QStringLiteral("--compare"), QStringLiteral("--map"), QStringLiteral("a"), sample(), sample()},
        {QStringLiteral("--compare"), QStringLiteral("--map"), QStringLiteral("(=b"), sample(), sample()},
        {QStringLiteral("--rules"), QStringLiteral("moe-to-stacked"), sample()},
        {QStringLiteral("--compare"), QStringLiteral("--rules"), QStringLiteral("moe-to-stakked"), sample(), sample()},
        {QStringLiteral("--compare"), sample()}, {QStringLiteral("--compare"), sample(), sample(), sample()},
        {QStringLiteral("--compare"), QStringLiteral("--key-file"), QStringLiteral("a"),
            QStringLiteral("--passphrase-file"), QStringLiteral("b"), sample(), sample()},
        {QStringLiteral("--key-file"), QStringLiteral("-"), sample(), sample()}, {QStringLiteral("-")}};
    for (const QStringList& arguments : wrong) {
        const Outcome result = runProgram(arguments);
        EXPECT_EQ(result.status, 2) << arguments.join(u' ').toStdString();
        EXPECT_THAT(result.errors, testing::StartsWith("tensorloupe: "));
    }
}

TEST(Program, HelpAndVersionNeedNoDisplay)
{
    EXPECT_EQ(runProgram({QStringLiteral("--help")}).status, 0);
    EXPECT_EQ(runProgram({QStringLiteral("--version")}).status, 0);
}

TEST(Program, WithoutADisplayItSaysSoAndEnds)
{
    const Outcome none = runProgram({sample()});
    EXPECT_EQ(none.status, 3);
    EXPECT_THAT(none.errors, testing::HasSubstr("tensorloupe: no window can be opened"));
    const Outcome wrong = runProgram({sample()}, {{QStringLiteral("DISPLAY"), QStringLiteral(":98765")}});
    EXPECT_EQ(wrong.status, 3);
    EXPECT_THAT(wrong.errors, testing::HasSubstr("tensorloupe: no window can be opened"));
    EXPECT_THAT(wrong.errors, testing::HasSubstr(":98765"));
    EXPECT_THAT(wrong.errors, testing::Not(testing::HasSubstr("Reinstalling")));
}

} // namespace
} // namespace loupe
