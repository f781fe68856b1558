#include "app/window/command/options.h"

#include "app/window/command/option_words.h"

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

DetailsTab readView(const QString& text)
{
    if (const auto tab = detailsTabOf(text))
        return *tab;
    refuse(QStringLiteral("--view is %1, expected %2").arg(text, listedWords(detailsTabWords())));
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
    const QCommandLineOption theme(QStringLiteral("theme"),
        QStringLiteral("Theme: system, light or dark (default: as chosen in View > Theme)."), QStringLiteral("THEME"));
    const QCommandLineOption select(QStringLiteral("select"),
        QStringLiteral("Select the tensor or group with this name (repeatable)."), QStringLiteral("NAME"));
    const QCommandLineOption view(QStringLiteral("view"),
        QStringLiteral("Show this tab: %1; with --compare: %2.")
            .arg(listedWords(detailsTabWords()), listedWords(pairTabWords())),
        QStringLiteral("VIEW"));
    const QCommandLineOption tree(QStringLiteral("tree"),
        QStringLiteral(
            "Show the tensors as a tree that is full, compact or of families, or as a flat list (as chosen in "
            "View): %1.")
            .arg(listedWords(treeFormWords(false))),
        QStringLiteral("FORM"));
    const QCommandLineOption sort(QStringLiteral("sort"),
        QStringLiteral(
            "Sort by this column; with - before it the largest first, such as -size: %1; with --compare: %2.")
            .arg(listedWords(columnWords(false)), listedWords(columnWords(true))),
        QStringLiteral("COLUMN"));
    const QCommandLineOption filter(
        QStringLiteral("filter"), QStringLiteral("Show only matching tensors."), QStringLiteral("EXPR"));
    const QCommandLineOption scan(
        QStringLiteral("scan"), QStringLiteral("Scan all values for NaN, Inf and other problems."));
    const QCommandLineOption offline(
        QStringLiteral("offline"), QStringLiteral("Never use the network: read what is on this machine only."));
    const QCommandLineOption stored(
        QStringLiteral("stored"), QStringLiteral("Show quantized weights as the codes and scales that are stored."));
    const QCommandLineOption drop(QStringLiteral("drop"),
        QStringLiteral("Stage the deletion of tensors whose names match (repeatable)."), QStringLiteral("GLOB"));
    const QCommandLineOption rename(QStringLiteral("rename"),
        QStringLiteral("Stage renames: replace all matches of REGEX in names; \\1 is the first group (repeatable)."),
        QStringLiteral("REGEX=REPLACEMENT"));
    const QCommandLineOption dtype(QStringLiteral("dtype"),
        QStringLiteral("Stage a cast of all tensors, or those of one dtype (repeatable)."),
        QStringLiteral("[FROM=]TO"));
    const QCommandLineOption setMetadata(QStringLiteral("set-metadata"),
        QStringLiteral("Stage a new value of a metadata key (repeatable)."), QStringLiteral("KEY=VALUE"));
    const QCommandLineOption keyFile(QStringLiteral("key-file"),
        QStringLiteral("Decrypt values with the key in FILE, 32 bytes or 64 hexadecimal digits; - for standard "
                       "input. With --compare: those of both."),
        QStringLiteral("FILE"));
    const QCommandLineOption passphraseFile(
        QStringLiteral("passphrase-file"), QStringLiteral("Read the passphrase from FILE."), QStringLiteral("FILE"));
    const QCommandLineOption compare(
        QStringLiteral("compare"), QStringLiteral("Compare two checkpoints: --compare A B."));
    const QCommandLineOption map(QStringLiteral("map"),
        QStringLiteral("With --compare: match A tensors to B by regex replacement (repeatable)."),
        QStringLiteral("OLD=NEW"));
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
        QStringLiteral("Save a picture of the window and exit; needs no display. PNG, or as the suffix says."),
        QStringLiteral("OUT.png"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the picture (default: 1280x800)."),
        QStringLiteral("WIDTHxHEIGHT"), QStringLiteral("1280x800"));

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Look inside model files: tensors, values, health, differences."));
    parser.addOptions({compare, map, select, view, tree, sort, filter, scan, offline, stored, drop, rename, dtype,
        setMetadata, keyFile, passphraseFile, theme, screenshot, size});
    parser.addPositionalArgument(QStringLiteral("PATH"),
        QStringLiteral("A checkpoint: a file, a folder with the shards of one model, or a *.index.json."),
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
    if (parser.isSet(theme))
        options.theme = readTheme(parser.value(theme));
    options.select = parser.values(select);
    if (parser.isSet(tree))
        options.tree = readTree(parser.value(tree));
    options.filter = parser.value(filter);
    options.scan = parser.isSet(scan);
    options.offline = parser.isSet(offline);
    options.quantized = parser.isSet(stored) ? QuantizedView::Stored : QuantizedView::Weights;
    readEach(parser, drop, Glob::parse, options.edits.drops);
    readEach(parser, rename, NameRewriter::parse, options.edits.renames);
    readEach(parser, dtype, CastRule::parse, options.edits.casts);
    readEach(parser, setMetadata, parseMetadataEntry, options.edits.setMetadata);
    options.secret = {
        .passphrase = {}, .passphraseFile = parser.value(passphraseFile), .keyFile = parser.value(keyFile)};
    if (!options.secret.keyFile.isEmpty() && !options.secret.passphraseFile.isEmpty())
        refuse(QStringLiteral("--key-file and --passphrase-file exclude each other"));
    if (options.paths.size() > 1 && !parser.isSet(compare)
        && (options.secret.keyFile == u"-" || options.secret.passphraseFile == u"-"))
        refuse(QStringLiteral("standard input can be read for one window only, expected one PATH, --compare, or a "
                              "file for the secret"));
    options.screenshot = parser.value(screenshot);
    checkPicture(options.screenshot);
    options.screenshotSize = readSize(parser.value(size));
    options.compare = parser.isSet(compare);
    if (parser.isSet(view) && options.compare)
        options.pairTab = readPairTab(parser.value(view));
    else if (parser.isSet(view))
        options.view = readView(parser.value(view));
    if (parser.isSet(sort))
        options.sort = readSort(parser.value(sort), options.compare);
    options.rules = readRules(parser.values(map));
    if (!options.rules.empty() && !options.compare)
        refuse(QStringLiteral("--map is for --compare"));
    if (options.compare && options.tree == TreeForm::Families)
        refuse(QStringLiteral("--compare shows no families, expected --tree %1").arg(listedWords(treeFormWords(true))));
    if (options.compare && options.scan)
        refuse(QStringLiteral("--compare reads all values anyway: it takes no --scan"));
    if (options.compare && parser.isSet(stored))
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
