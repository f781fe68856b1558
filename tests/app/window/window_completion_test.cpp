// What Tab offers after `tensorloupe`, before any shell has a say. The oracle for options is the manual page.

#include "app/window/command/window_completion.h"

#include "items/jobs/qt_text.h"
#include "support/test_data.h"

#include <gmock/gmock.h>

#include <regex>

namespace loupe {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

Words offered(const QStringList& typed)
{
    const Completion completion = completeWindowCommand(typed);
    Words words;
    if (completion.files)
        words.emplace_back("(files)");
    for (const Completion::Choice& choice : completion.choices)
        words.push_back(choice.word);
    return words;
}

Words offered(const char* commandLine)
{
    return offered(QString::fromUtf8(commandLine).split(u' '));
}

TEST(WindowCompletion, OffersEachOptionOfTheManualPage)
{
    std::ifstream file(test::dataPath("../../packaging/man/tensorloupe.1"));
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::regex heading("\n\\.It Fl (?:. , )?(-[a-z-]+)");
    Words options;
    for (std::sregex_iterator match(page.begin(), page.end(), heading), end; match != end; ++match)
        options.push_back('-' + (*match)[1].str());
    EXPECT_GE(options.size(), 20U);
    EXPECT_THAT(offered("-"), testing::UnorderedElementsAreArray(options));
}

TEST(WindowCompletion, OffersAnOptionOnceUnlessItMayBeRepeated)
{
    EXPECT_THAT(offered("--view hex --vi"), ElementsAre());
    EXPECT_THAT(offered("--view=hex --vi"), ElementsAre());
    EXPECT_THAT(offered("--select a --sele"), ElementsAre("--select"));
}

TEST(WindowCompletion, OffersWhatAnOptionTakes)
{
    EXPECT_THAT(offered("--theme "), ElementsAre("system", "light", "dark"));
    EXPECT_THAT(offered("--view hi"), ElementsAre("histogram"));
    EXPECT_THAT(offered("--view=hi"), ElementsAre("--view=histogram"));
    EXPECT_THAT(offered("--view lay"), ElementsAre("layers"));
    EXPECT_THAT(offered("--compare --view hex"), ElementsAre());
    EXPECT_THAT(offered("--compare --view lay"), ElementsAre("layers"));
    EXPECT_THAT(offered("--compare --view sum"), ElementsAre("summary")) << "as the tab is called";
    EXPECT_THAT(offered("--tree f"), ElementsAre("full", "families", "flat"));
    EXPECT_THAT(offered("--compare --tree f"), ElementsAre("full", "flat"));
    EXPECT_THAT(offered("--sort -siz"), ElementsAre("-size"));
    EXPECT_THAT(offered("--compare --sort max_"), ElementsAre("max_abs", "max_ulp"));
    EXPECT_THAT(offered("--dtype F32=bf"), ElementsAre("F32=BF16"));
    EXPECT_THAT(offered("--size "), ElementsAre());
    EXPECT_THAT(offered("--scan="), ElementsAre());
}

TEST(WindowCompletion, OffersFilesWherePathsStand)
{
    for (const char* const typed : {"", "mod", "a.bt ", "--key-file ", "--screenshot=", "--theme dark ", "-- --vi"})
        EXPECT_THAT(offered(typed), ElementsAre("(files)")) << typed;
}

TEST(WindowCompletion, OffersWhatTheNamedFilesHold)
{
    const QString model = toQString(test::dataPath("safetensors/gpt2-tiny.safetensors"));
    EXPECT_THAT(offered({model, QStringLiteral("--select"), QStringLiteral("h.0.attn.c_attn.w")}),
        ElementsAre("h.0.attn.c_attn.weight"));
    EXPECT_THAT(offered({model, QStringLiteral("--filter=dtype:f3")}), ElementsAre("--filter=dtype:f32"));
    EXPECT_THAT(
        offered({model, QStringLiteral("--compare"), QStringLiteral("--filter"), QStringLiteral("status:chan")}),
        ElementsAre("status:changed"));
}

} // namespace
} // namespace loupe
