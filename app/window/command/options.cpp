#include "app/window/command/options.h"

#include "app/window/command/option_table.h"
#include "app/window/command/option_words.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/chosen_rearrangement.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>

#include <cstdio>
#include <cstdlib>

namespace loupe {

namespace {

constexpr int wrongUsage = 2;

[[noreturn]] void refuse(const QString& sentence)
{
    std::fprintf(stderr, "tensorloupe: %s\n", qUtf8Printable(sentence));
    std::exit(wrongUsage);
}

ThemeChoice readTheme(const QString& text)
{
    if (text == u"light")
        return ThemeChoice::Light;
    if (text == u"dark")
        return ThemeChoice::Dark;
    if (text == u"system")
        return ThemeChoice::System;
    refuse(QStringLiteral("--theme is %1, expected system, light or dark").arg(text));
}

TreeForm readTree(const QString& text)
{
    if (const auto form = treeFormOf(text))
        return *form;
    refuse(QStringLiteral("--tree is %1, expected %2").arg(text, listedWords(treeFormWords(false))));
}

/// The word may be a tab or a figure, which is only decided when the path is opened.
void readView(const QString& text, Options& options)
{
    options.view = detailsTabOf(text);
    options.figure = runFigureOf(text);
    if (!options.view && !options.figure)
        refuse(QStringLiteral("--view is %1, expected %2; for the folder of a training run: %3")
                   .arg(text, listedWords(detailsTabWords()), listedWords(runFigureWords())));
}

PairTab readPairTab(const QString& text)
{
    if (const auto tab = pairTabOf(text))
        return *tab;
    refuse(QStringLiteral("--view is %1, expected with --compare: %2").arg(text, listedWords(pairTabWords())));
}

RowSorting readSort(const QString& text, bool compares)
{
    if (const auto sorting = rowSortingOf(text, compares))
        return *sorting;
    refuse(QStringLiteral("--sort is %1, expected %2: %3; with - before it for the largest first")
               .arg(text, compares ? QStringLiteral("with --compare") : QStringLiteral("without --compare"),
                   listedWords(columnWords(compares))));
}

ChosenRearrangement readRearrangement(const QString& text)
{
    auto found = findChosenRearrangement(text.toStdString());
    if (!found)
        refuse(QStringLiteral("--rules: %1").arg(toQString(describe(found.error()))));
    return std::move(*found);
}

std::vector<RenameRuleText> readRules(const QStringList& texts)
{
    std::vector<RenameRuleText> rules;
    for (const QString& text : texts) {
        if (const auto rule = RenameRule::parse(text.toStdString()); !rule) {
            const QString message = QString::fromStdString(rule.error().message);
            refuse(message.startsWith(u"is ") ? QStringLiteral("--map ") + message
                                              : QStringLiteral("--map %1: %2").arg(text, message));
        }
        const qsizetype middle = text.indexOf(u'=');
        rules.push_back({text.left(middle).toStdString(), text.mid(middle + 1).toStdString()});
    }
    return rules;
}

template <typename Parse, typename Value>
void readEach(
    const QCommandLineParser& parser, const QCommandLineOption& option, const Parse& parse, std::vector<Value>& values)
{
    for (const QString& text : parser.values(option)) {
        auto value = parse(text.toStdString());
        if (!value) {
            refuse(QStringLiteral("--%1 is \"%2\": %3")
                       .arg(option.names().constFirst(), text, QString::fromStdString(value.error().message)));
        }
        values.push_back(std::move(*value));
    }
}

QSize readSize(const QString& text)
{
    constexpr int largest = 16384;
    const QStringList parts = text.split(u'x');
    bool widthRead = false;
    bool heightRead = false;
    const QSize size(parts.value(0).toInt(&widthRead), parts.value(1).toInt(&heightRead));
    if (parts.size() == 2 && widthRead && heightRead && size.width() > 0 && size.height() > 0 && size.width() <= largest
        && size.height() <= largest)
        return size;
    refuse(QStringLiteral("--size is %1, expected WIDTHxHEIGHT of at most %2 pixels each, such as 1280x800")
               .arg(text)
               .arg(largest));
}

/// A path without a suffix, such as a device, gets PNG.
void checkPicture(const QString& path)
{
    const QByteArray suffix = QFileInfo(path).suffix().toLower().toLatin1();
    const QByteArrayList possible = QImageWriter::supportedImageFormats();
    if (!suffix.isEmpty() && !possible.contains(suffix))
        refuse(QStringLiteral("--screenshot is %1, expected a file that ends in one of .%2")
                   .arg(path, QString::fromLatin1(possible.join(", ."))));
}

} // namespace

Options readOptions(const QStringList& arguments)
{
    const OptionTable table;
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Look inside model files: tensors, values, health, differences."));
    for (const WindowOption* const one : table.all())
        parser.addOption(one->option);
    parser.addPositionalArgument(QStringLiteral("PATH"),
        QStringLiteral("A checkpoint: a file, a folder with the shards of one model, a *.index.json, or the "
                       "folder of a training run."),
        QStringLiteral("[PATH…]"));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();

    if (!parser.parse(arguments))
        refuse(parser.errorText());
    if (parser.isSet(help))
        parser.showHelp();
    if (parser.isSet(version))
        parser.showVersion();

    Options options;
    options.paths = parser.positionalArguments();
    if (options.paths.contains(QStringLiteral("-"))) {
        refuse(
            QStringLiteral("PATH is \"-\", and standard input is not supported, expected a path; a file of that name "
                           "is \"./-\""));
    }
    if (parser.isSet(table.theme.option))
        options.theme = readTheme(parser.value(table.theme.option));
    options.select = parser.values(table.select.option);
    if (parser.isSet(table.tree.option))
        options.tree = readTree(parser.value(table.tree.option));
    options.filter = parser.value(table.filter.option);
    options.scan = parser.isSet(table.scan.option);
    options.offline = parser.isSet(table.offline.option);
    options.quantized = parser.isSet(table.stored.option) ? QuantizedView::Stored : QuantizedView::Weights;
    readEach(parser, table.drop.option, Glob::parse, options.edits.drops);
    readEach(parser, table.rename.option, NameRewriter::parse, options.edits.renames);
    readEach(parser, table.dtype.option, CastRule::parse, options.edits.casts);
    readEach(parser, table.setMetadata.option, parseMetadataEntry, options.edits.setMetadata);
    options.secret = {.passphrase = {},
        .passphraseFile = parser.value(table.passphraseFile.option),
        .keyFile = parser.value(table.keyFile.option)};
    if (!options.secret.keyFile.isEmpty() && !options.secret.passphraseFile.isEmpty())
        refuse(QStringLiteral("--key-file and --passphrase-file exclude each other"));
    if (options.paths.size() > 1 && !parser.isSet(table.compare.option)
        && (options.secret.keyFile == u"-" || options.secret.passphraseFile == u"-"))
        refuse(QStringLiteral("standard input can be read for one window only, expected one PATH, --compare, or a "
                              "file for the secret"));
    options.screenshot = parser.value(table.screenshot.option);
    checkPicture(options.screenshot);
    options.screenshotSize = readSize(parser.value(table.size.option));
    options.compare = parser.isSet(table.compare.option);
    if (parser.isSet(table.view.option) && options.compare)
        options.pairTab = readPairTab(parser.value(table.view.option));
    else if (parser.isSet(table.view.option))
        readView(parser.value(table.view.option), options);
    if (parser.isSet(table.sort.option))
        options.sort = readSort(parser.value(table.sort.option), options.compare);
    options.rules = readRules(parser.values(table.map.option));
    if (parser.isSet(table.rules.option))
        options.rearrangement = readRearrangement(parser.value(table.rules.option));
    if (!options.rules.empty() && !options.compare)
        refuse(QStringLiteral("--map is for --compare"));
    if (!options.rearrangement.recipe.empty() && !options.compare)
        refuse(QStringLiteral("--rules is for --compare"));
    if (options.compare && options.tree == TreeForm::Families)
        refuse(QStringLiteral("--compare shows no families, expected --tree %1").arg(listedWords(treeFormWords(true))));
    if (options.compare && options.scan)
        refuse(QStringLiteral("--compare reads all values anyway: it takes no --scan"));
    if (options.compare && parser.isSet(table.stored.option))
        refuse(QStringLiteral("--compare compares the values of quantized weights: it takes no --stored"));
    if (options.compare && !options.edits.isEmpty())
        refuse(QStringLiteral("--compare stages no edits"));
    if (options.compare && options.select.size() > 1)
        refuse(QStringLiteral("--compare selects one tensor, got %1 of --select").arg(options.select.size()));
    if (options.compare && options.paths.size() != 2)
        refuse(QStringLiteral("--compare takes two PATHs, got %1").arg(options.paths.size()));
    if (!options.compare && !options.screenshot.isEmpty() && options.paths.size() > 1)
        refuse(QStringLiteral("--screenshot shows one PATH, got %1").arg(options.paths.size()));
    return options;
}

} // namespace loupe
