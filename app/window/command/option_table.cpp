#include "app/window/command/option_table.h"

#include "analysis/rearrangement/presets.h"
#include "app/window/command/option_words.h"
#include "items/jobs/qt_text.h"

namespace loupe {

namespace {

QStringList rulesWords()
{
    QStringList words;
    for (const RearrangementPreset& preset : rearrangementPresets())
        words << toQString(preset.name);
    return words;
}

} // namespace

OptionTable::OptionTable()
    : theme{.option = QCommandLineOption(QStringLiteral("theme"),
                QStringLiteral("Theme: system, light or dark (default: as chosen in View > Theme)."),
                QStringLiteral("THEME")),
        .words = {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")}}
    , select{.option = QCommandLineOption(QStringLiteral("select"),
                 QStringLiteral("Select the tensor or group with this name (repeatable)."), QStringLiteral("NAME")),
          .kind = ValueKind::Tensor,
          .repeats = true}
    , view{.option = QCommandLineOption(QStringLiteral("view"),
               QStringLiteral("Show this tab: %1; with --compare: %2. For a training run, show this figure: %3.")
                   .arg(listedWords(detailsTabWords()), listedWords(pairTabWords()), listedWords(runFigureWords())),
               QStringLiteral("VIEW")),
          .words = detailsTabWords() + runFigureWords(),
          .pairWords = pairTabWords()}
    , tree{.option = QCommandLineOption(QStringLiteral("tree"),
               QStringLiteral("Form of the tensor list: %1 (default: as chosen in View).")
                   .arg(listedWords(treeFormWords(false))),
               QStringLiteral("FORM")),
          .words = treeFormWords(false),
          .pairWords = treeFormWords(true)}
    , sort{.option = QCommandLineOption(QStringLiteral("sort"),
               QStringLiteral(
                   "Sort by this column: %1; with --compare: %2. Prefix with - for the largest first, such as -size.")
                   .arg(listedWords(columnWords(false)), listedWords(columnWords(true))),
               QStringLiteral("COLUMN")),
          .words = columnWords(false),
          .pairWords = columnWords(true)}
    , filter{.option = QCommandLineOption(
                 QStringLiteral("filter"), QStringLiteral("Show only matching tensors."), QStringLiteral("EXPR")),
          .kind = ValueKind::Filter}
    , scan{.option = QCommandLineOption(
               QStringLiteral("scan"), QStringLiteral("Scan all values for NaN, Inf and other problems."))}
    , offline{.option = QCommandLineOption(QStringLiteral("offline"),
                  QStringLiteral("Never use the network; read local and cached files only."))}
    , stored{.option = QCommandLineOption(
                 QStringLiteral("stored"), QStringLiteral("Show the stored codes and scales of quantized weights."))}
    , drop{.option = QCommandLineOption(QStringLiteral("drop"),
               QStringLiteral("Stage the deletion of tensors whose names match (repeatable)."), QStringLiteral("GLOB")),
          .kind = ValueKind::Tensor,
          .repeats = true}
    , rename{.option = QCommandLineOption(QStringLiteral("rename"),
                 QStringLiteral(
                     "Stage renames: replace all matches of REGEX in names; \\1 is the first group (repeatable)."),
                 QStringLiteral("REGEX=REPLACEMENT")),
          .repeats = true}
    , dtype{.option = QCommandLineOption(QStringLiteral("dtype"),
                QStringLiteral("Stage a cast of all tensors, or those of one dtype (repeatable)."),
                QStringLiteral("[FROM=]TO")),
          .kind = ValueKind::DType,
          .repeats = true}
    , setMetadata{.option = QCommandLineOption(QStringLiteral("set-metadata"),
                      QStringLiteral("Stage a new value of a metadata key (repeatable)."), QStringLiteral("KEY=VALUE")),
          .repeats = true}
    , keyFile{.option = QCommandLineOption(QStringLiteral("key-file"),
                  QStringLiteral(
                      "Decrypt values with the key in FILE, 32 bytes or 64 hexadecimal digits; - for standard "
                      "input. With --compare: for both checkpoints."),
                  QStringLiteral("FILE")),
          .kind = ValueKind::File}
    , passphraseFile{.option = QCommandLineOption(QStringLiteral("passphrase-file"),
                         QStringLiteral("Read the passphrase from FILE."), QStringLiteral("FILE")),
          .kind = ValueKind::File}
    , compare{.option = QCommandLineOption(
                  QStringLiteral("compare"), QStringLiteral("Compare two checkpoints: --compare A B."))}
    , map{.option = QCommandLineOption(QStringLiteral("map"),
              QStringLiteral("With --compare: match A tensors to B by regex replacement (repeatable)."),
              QStringLiteral("OLD=NEW")),
          .repeats = true}
    , rules{.option = QCommandLineOption(QStringLiteral("rules"),
                QStringLiteral("With --compare: compare up to a rearrangement: a recipe file, or a preset from "
                               "tloupe diff --list-rules."),
                QStringLiteral("RULES")),
          .kind = ValueKind::File,
          .words = rulesWords()}
    , screenshot{.option = QCommandLineOption(QStringLiteral("screenshot"),
                     QStringLiteral("Save a picture of the window and exit; needs no display. The suffix gives the "
                                    "format, PNG if there is none."),
                     QStringLiteral("OUT.png")),
          .kind = ValueKind::File}
    , size{.option =
               QCommandLineOption(QStringLiteral("size"), QStringLiteral("Size of the picture (default: 1280x800)."),
                   QStringLiteral("WIDTHxHEIGHT"), QStringLiteral("1280x800"))}
{
}

/// In the order of the help.
std::vector<const WindowOption*> OptionTable::all() const
{
    return {&compare, &map, &rules, &select, &view, &tree, &sort, &filter, &scan, &offline, &stored, &drop, &rename,
        &dtype, &setMetadata, &keyFile, &passphraseFile, &theme, &screenshot, &size};
}

} // namespace loupe
