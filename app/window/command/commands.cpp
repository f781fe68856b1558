#include "app/window/command/commands.h"

#include "app/window/command/option_words.h"
#include "core/text/shell_quote.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>

namespace loupe {

namespace {

class CommandsText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Commands)
};

/// Adds an option so that values which start with "-" or are empty are not misread.
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
    if (!options.rearrangement.recipe.empty())
        addOption(words, "--rules", toQString(options.rearrangement.name));
    if (!options.filter.isEmpty())
        addOption(words, "--filter", options.filter);
}

void addToolSorting(ToolCommand& command, const Options& options, Verb verb)
{
    if (!options.sort)
        return;
    const QString key = toolWordOf(*options.sort, verb);
    if (key.isEmpty())
        command.leftOut << CommandsText::tr("Not in the command: the sorting, as tloupe has no such key.");
    else if (key != u"name" || verb == Verb::Scan || (verb == Verb::Info && options.tree == TreeForm::Flat))
        addOption(command.arguments, "--sort", key);
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

/// Like the window, `scan` then lists all tensors, not only those with warnings.
ToolCommand scanCommand(const Options& options)
{
    ToolCommand command{.arguments = {QStringLiteral("scan"), QStringLiteral("--all")}};
    if (options.quantized == QuantizedView::Stored)
        command.arguments << QStringLiteral("--stored");
    addFilterAndRules(command.arguments, options);
    addToolSorting(command, options, Verb::Scan);
    if (options.tree == TreeForm::Families)
        command.leftOut << CommandsText::tr("Not in the command: the families. It lists the tensors.");
    command.arguments << options.paths;
    return command;
}

ToolCommand infoCommand(const Options& options)
{
    ToolCommand command{.arguments = {QStringLiteral("info")}};
    if (options.quantized == QuantizedView::Stored)
        command.arguments << QStringLiteral("--stored");
    addFilterAndRules(command.arguments, options);
    if (options.tree == TreeForm::Families)
        command.arguments << QStringLiteral("--families"); // which have an order of their own
    else if (options.tree == TreeForm::Flat)
        command.arguments << QStringLiteral("--flat");
    if (options.tree != TreeForm::Families)
        addToolSorting(command, options, Verb::Info);
    else if (options.sort && *options.sort != RowSorting{})
        command.leftOut << CommandsText::tr("Not in the command: the sorting, as tloupe cannot sort families.");
    command.arguments << options.paths;
    return command;
}

ToolCommand diffCommand(const Options& options)
{
    ToolCommand command{.arguments = {QStringLiteral("diff")}};
    addFilterAndRules(command.arguments, options);
    addToolSorting(command, options, Verb::Diff);
    command.arguments << options.paths;
    return command;
}

/// The command prints all figures.
ToolCommand historyCommand(const Options& options)
{
    QStringList words{QStringLiteral("history")};
    if (std::ranges::any_of(options.select, [](const QString& name) { return name.startsWith(u'-'); }))
        words << QStringLiteral("--");
    return {.arguments = words + options.paths + options.select};
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
    if (options.figure)
        addOption(words, "--view", wordOf(*options.figure));
    addFilterAndRules(words, options);
    if (options.tree)
        addOption(words, "--tree", wordOf(*options.tree));
    if (options.sort)
        addOption(words, "--sort", wordOf(*options.sort, options.compare));
    if (options.quantized == QuantizedView::Stored)
        words << QStringLiteral("--stored");
    if (options.scan)
        words << QStringLiteral("--scan");
    return words + options.paths;
}

ToolCommand toolCommand(const ShownState& state)
{
    const Options& options = state.options;
    if (options.paths.isEmpty())
        return {};
    if (options.figure)
        return historyCommand(options);
    const DetailsTab tab = options.view.value_or(DetailsTab::Overview);
    const bool isOfTensor = tab != DetailsTab::Layers && tab != DetailsTab::Metadata && tab != DetailsTab::Changes;
    if (isOfTensor && (state.selectsTensors || state.selectsPart)) {
        const bool hasFigures = tab == DetailsTab::Overview || tab == DetailsTab::Histogram;
        return {.arguments = hasFigures ? statsArguments(state) : QStringList()};
    }
    if (tab == DetailsTab::Hex || (tab == DetailsTab::Changes && state.hasEdits))
        return {};
    ToolCommand command = options.compare ? diffCommand(options)
        : options.scan                    ? scanCommand(options)
                                          : infoCommand(options);
    if (!options.select.isEmpty())
        command.leftOut << CommandsText::tr("Not in the command: the selection. It prints the whole list.");
    return command;
}

QString commandText(const QString& program, const QStringList& arguments)
{
    QString text = program;
    for (const QString& argument : arguments)
        text += u' ' + toQString(shellQuoted(QFile::encodeName(argument).toStdString()));
    return text;
}

} // namespace loupe
