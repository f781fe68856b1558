#include "app/window/command/commands.h"

#include "app/window/command/option_words.h"
#include "app/window/tree_form.h"
#include "core/text/shell_quote.h"
#include "items/jobs/qt_text.h"

#include <QFile>

#include <algorithm>

namespace loupe {

namespace {

/// Both programs would take a value that begins with "-" for an option, and an empty one for none.
void addOption(QStringList& words, const char* option, const QString& value)
{
    if (value.isEmpty() || value.startsWith(u'-'))
        words << QLatin1String(option) + u'=' + value;
    else
        words << QLatin1String(option) << value;
}

void addFilterAndRules(QStringList& words, const Options& options)
{
    for (const RenameRuleText& rule : options.rules)
        addOption(words, "--map", toQString(rule.oldName) + u'=' + toQString(rule.newName));
    if (!options.filter.isEmpty())
        addOption(words, "--filter", options.filter);
}

void addToolSorting(QStringList& words, const Options& options)
{
    const QString key = options.sort ? toolWordOf(*options.sort, options.compare) : QString();
    if (!key.isEmpty())
        addOption(words, "--sort", key);
    else if (options.tree == TreeForm::Flat && !options.compare) // --flat alone is in the order of the file
        addOption(words, "--sort", QStringLiteral("name"));
}

QStringList statsArguments(const ShownState& state)
{
    const Options& options = state.options;
    QStringList words{QStringLiteral("stats")};
    if (options.quantized == QuantizedView::Stored || state.selectsPart)
        words << QStringLiteral("--stored");
    if (std::ranges::any_of(options.select, [](const QString& name) { return name.startsWith(u'-'); }))
        words << QStringLiteral("--");
    return words + options.paths + options.select;
}

QStringList listArguments(const Options& options)
{
    QStringList words{options.scan ? QStringLiteral("scan") : QStringLiteral("info")};
    if (options.quantized == QuantizedView::Stored)
        words << QStringLiteral("--stored");
    addFilterAndRules(words, options);
    if (!options.scan && options.tree == TreeForm::Families)
        return words << QStringLiteral("--families") << options.paths;
    if (!options.scan && options.tree == TreeForm::Flat)
        words << QStringLiteral("--flat");
    addToolSorting(words, options);
    return words + options.paths;
}

} // namespace

QStringList windowArguments(const Options& options)
{
    QStringList words;
    if (options.compare)
        words << QStringLiteral("--compare");
    for (const QString& name : options.select)
        addOption(words, "--select", name);
    if (options.view)
        addOption(words, "--view", wordOf(*options.view));
    if (options.pairTab)
        addOption(words, "--view", wordOf(*options.pairTab));
    addFilterAndRules(words, options);
    if (options.tree)
        addOption(words, "--tree", TreeFormActions::nameOf(*options.tree));
    if (options.sort)
        addOption(words, "--sort", wordOf(*options.sort, options.compare));
    if (options.quantized == QuantizedView::Stored)
        words << QStringLiteral("--stored");
    if (options.scan)
        words << QStringLiteral("--scan");
    return words + options.paths;
}

QStringList toolArguments(const ShownState& state)
{
    const Options& options = state.options;
    if (options.paths.isEmpty())
        return {};
    if (options.compare) {
        QStringList words{QStringLiteral("diff")};
        addFilterAndRules(words, options);
        addToolSorting(words, options);
        return words + options.paths;
    }
    const DetailsTab tab = options.view.value_or(DetailsTab::Overview);
    const bool isOfTensor = tab != DetailsTab::Metadata && tab != DetailsTab::Changes;
    if (isOfTensor && (state.selectsTensors || state.selectsPart))
        return tab == DetailsTab::Overview || tab == DetailsTab::Histogram ? statsArguments(state) : QStringList();
    if (tab == DetailsTab::Hex || (tab == DetailsTab::Changes && state.hasEdits))
        return {};
    return listArguments(options);
}

QString commandText(const QString& program, const QStringList& arguments)
{
    QString text = program;
    for (const QString& argument : arguments)
        text += u' ' + toQString(shellQuoted(QFile::encodeName(argument).toStdString()));
    return text;
}

} // namespace loupe
