#include "app/window/command/command_copier.h"

#include "app/window/command/commands.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QStatusBar>

#include <utility>

namespace loupe {

CommandCopier::CommandCopier(QMainWindow& window, std::function<ShownState()> state)
    : QObject(&window)
    , m_window(window)
    , m_state(std::move(state))
    , m_windowCommand(new QAction(tr("Copy comma&nd"), this))
    , m_toolCommand(new QAction(tr("Copy t&loupe command"), this))
{
    m_windowCommand->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C));
    connect(m_windowCommand, &QAction::triggered, this, &CommandCopier::copyWindowCommand);
    connect(m_toolCommand, &QAction::triggered, this, &CommandCopier::copyToolCommand);
}

void CommandCopier::setEnabled(bool enabled)
{
    m_windowCommand->setEnabled(enabled);
    m_toolCommand->setEnabled(enabled);
}

void CommandCopier::addTo(QMenu& menu, QAction* before)
{
    menu.insertActions(before, {m_windowCommand, m_toolCommand});
}

void CommandCopier::addTo(QWidget& view)
{
    view.addActions({m_windowCommand, m_toolCommand});
}

void CommandCopier::copyWindowCommand()
{
    const ShownState state = m_state();
    copy(commandText(QStringLiteral("tensorloupe"), windowArguments(state.options)), state.leftOut);
}

void CommandCopier::copyToolCommand()
{
    const ShownState state = m_state();
    const QStringList arguments = toolArguments(state);
    if (arguments.isEmpty())
        return say(tr("No command of tloupe prints what this tab shows. Copy command copies that of tensorloupe."));
    copy(commandText(QStringLiteral("tloupe"), arguments), state.leftOut);
}

void CommandCopier::copy(const QString& command, QStringList sentences)
{
    QGuiApplication::clipboard()->setText(command);
    sentences.prepend(tr("The command is copied."));
    say(sentences.join(u' '));
}

void CommandCopier::say(const QString& text)
{
    constexpr int milliseconds = 10'000;
    m_window.statusBar()->showMessage(text, milliseconds);
}

} // namespace loupe
