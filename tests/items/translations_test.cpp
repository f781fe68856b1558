// Tests the window's translation catalogs, and how they are chosen.

#include "analysis/statistics/statistic.h"
#include "insight/families/family_table.h"
#include "items/compare/comparison_results.h"
#include "items/histogram/statistics_model.h"
#include "items/language/counted_text.h"
#include "items/language/engine_words.h"
#include "items/language/plural.h"
#include "items/language/translations.h"
#include "reports/comparison_words.h"
#include "support/german.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace loupe {
namespace {

struct Message {
    QString context;
    QString source;
    bool hasPlural = false;
    bool isFinished = true;
    QStringList translations; ///< one per plural form

    std::string text() const { return (context + QStringLiteral(": ") + source).toStdString(); }
};

/// Reads the messages of resources/translations/tensorloupe_LANGUAGE.ts.
std::vector<Message> readCatalog(const QString& language)
{
    QFile file(QStringLiteral(LOUPE_TRANSLATIONS "/tensorloupe_%1.ts").arg(language));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << file.fileName().toStdString();
    std::vector<Message> messages;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            const bool hasPlural = xml.attributes().value(QLatin1String("numerus")) == u"yes";
            messages.push_back({.context = context, .source = {}, .hasPlural = hasPlural, .translations = {}});
        } else if (xml.name() == u"source") {
            messages.back().source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            messages.back().isFinished = !xml.attributes().hasAttribute(QLatin1String("type"));
            if (!messages.back().hasPlural)
                messages.back().translations << xml.readElementText();
        } else if (xml.name() == u"numerusform") {
            messages.back().translations << xml.readElementText();
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return messages;
}

/// The placeholders "%1", "%2" of a text, without duplicates.
std::set<QString> placeholders(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("%L?(\\d+|n)"));
    std::set<QString> found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found.insert(match.next().captured());
    return found;
}

bool hasMnemonic(QString text)
{
    return text.remove(QStringLiteral("&&")).contains(QRegularExpression(QStringLiteral("&\\w")));
}

/// The punctuation that a text ends in. German has a space before an ellipsis.
QString ending(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("[.:!?…,;\\s]+$"));
    return pattern.match(text).captured().replace(QStringLiteral(" …"), QStringLiteral("…"));
}

class Catalog : public testing::TestWithParam<const char*> { };

TEST_P(Catalog, EveryMessageIsTranslated)
{
    for (const Message& message : readCatalog(QLatin1String(GetParam()))) {
        EXPECT_TRUE(message.isFinished) << message.text();
        EXPECT_EQ(message.translations.size(), message.hasPlural ? 2 : 1) << message.text();
        for (const QString& translation : message.translations)
            EXPECT_FALSE(translation.isEmpty()) << message.text();
    }
}

/// QString::arg() with several arguments assigns them to the placeholders in order. If a form lacks one, the others get
/// the wrong arguments.
TEST_P(Catalog, TranslationsHaveThePlaceholdersOfTheirSource)
{
    for (const Message& message : readCatalog(QLatin1String(GetParam()))) {
        for (const QString& translation : message.translations)
            EXPECT_EQ(placeholders(translation), placeholders(message.source)) << message.text();
    }
}

TEST_P(Catalog, TranslationsEndAsTheirSourceDoes)
{
    for (const Message& message : readCatalog(QLatin1String(GetParam()))) {
        for (const QString& translation : message.translations) {
            EXPECT_EQ(ending(translation), ending(message.source)) << message.text();
            EXPECT_EQ(translation.startsWith(u' '), message.source.startsWith(u' ')) << message.text();
            EXPECT_EQ(hasMnemonic(translation), hasMnemonic(message.source)) << message.text();
        }
    }
}

/// lupdate takes the context from the source text, tr() from the class. They match only if the context is qualified.
TEST_P(Catalog, ContextsAreClassesOfOurs)
{
    for (const Message& message : readCatalog(QLatin1String(GetParam())))
        EXPECT_TRUE(message.context.startsWith(QStringLiteral("loupe::"))) << message.text();
}

INSTANTIATE_TEST_SUITE_P(, Catalog, testing::Values("de", "en"), [](const auto& language) { return language.param; });

TEST(Translations, EnglishHasPluralForms)
{
    EXPECT_EQ(tensorCountText(0), QStringLiteral("0 tensors"));
    EXPECT_EQ(tensorCountText(1), QStringLiteral("1 tensor"));
    EXPECT_EQ(tensorCountText(1'234), QStringLiteral("1,234 tensors"));
    EXPECT_EQ(parameterCountText(6'738'415'616), QStringLiteral("6,738,415,616 parameters"));
}

TEST(Translations, ALanguageIsChosenByItsLocale)
{
    {
        const test::German german;
        EXPECT_EQ(tensorCountText(1), QStringLiteral("1 Tensor"));
        EXPECT_EQ(tensorCountText(2), QStringLiteral("2 Tensoren"));
    }
    EXPECT_EQ(tensorCountText(2), QStringLiteral("2 tensors"));
    // For a language without a catalog, English texts still have their plural forms.
    loupe::loadTranslations(QLocale(QLocale::Finnish));
    EXPECT_EQ(tensorCountText(2), QStringLiteral("2 tensors"));
}

/// Plural rules use the number itself if it is small, and otherwise its last digits.
TEST(Translations, PluralNumbersKeepTheirLastDigits)
{
    for (const std::uint64_t count : {0ULL, 1ULL, 2ULL, 21ULL, 1'999'999'999ULL})
        EXPECT_EQ(std::uint64_t(pluralOf(count)), count);
    for (const std::uint64_t count : {2'000'000'000ULL, 2'147'483'648ULL, 10'000'000'001ULL, ~0ULL}) {
        EXPECT_GT(pluralOf(count), 1) << count;
        EXPECT_EQ(std::uint64_t(pluralOf(count)) % 1'000'000, count % 1'000'000);
    }
}

TEST(Translations, WordsOfTheEngineAreInTheCatalogs)
{
    for (const Statistic& statistic : statistics)
        EXPECT_TRUE(isEngineWord(statistic.title)) << statistic.title;
    for (std::size_t status = 0; status < pairStatusCount; ++status)
        EXPECT_TRUE(isEngineWord(pairStatusWords(PairStatus(status)))) << status;
    EXPECT_TRUE(isEngineWord(pairStatusWords(TensorPair{.dtypeChanged = true}, PairStatus::Identical)));
    for (std::size_t dtype = 0; dtype < dtypeCount; ++dtype)
        EXPECT_TRUE(isEngineWord(info(DType(dtype)).description)) << dtypeName(DType(dtype));
    for (const ModelFamily& family : modelFamilies())
        EXPECT_TRUE(isEngineWord(kindName(family.kind))) << family.title;
    for (const ModelPart& part : modelParts())
        EXPECT_TRUE(isEngineWord(part.title)) << part.title;
    const test::German german;
    EXPECT_EQ(engineWord("Standard deviation"), QStringLiteral("Standardabweichung"));
    EXPECT_EQ(engineWord("identical"), QStringLiteral("gleich"));
    const StatisticsModel figures;
    QStringList names;
    for (int row = 0; row < figures.rowCount(); ++row)
        names << figures.shortName(row);
    for (const char* name : {"Gleich 0", "Mittelwert", "Erstes NaN/Inf", "Std-Abweichung"})
        EXPECT_TRUE(names.contains(QLatin1String(name))) << name;
}

} // namespace
} // namespace loupe
