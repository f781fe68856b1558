#include "app/window/command/command_copier.h"

#include "app/window/command/commands.h"
#include "views/kit/notice_bar.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <utility>

namespace loupe {

namespace {

const QString commandId = QStringLiteral("command");

} // namespace

CommandCopier::CommandCopier(NoticeBar& notices, QWidget& window, std::function<ShownState()> state)
    : QObject(&window)
    , m_notices(notices)
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
    const ToolCommand command = toolCommand(state);
    if (command.arguments.isEmpty()) {
        m_notices.setNotice(
            commandId, {.text = tr("tloupe cannot print this tab. Use Copy command instead."), .actions = {}});
        return;
    }
    copy(commandText(QStringLiteral("tloupe"), command.arguments), state.leftOut + command.leftOut);
}

/// A notice about omissions stays until the user closes it.
void CommandCopier::copy(const QString& command, const QStringList& leftOut)
{
    QGuiApplication::clipboard()->setText(command);
    const QStringList sentences = QStringList(tr("Command copied.")) + leftOut;
    m_notices.setNotice(commandId, {.text = sentences.join(u' '), .actions = {}, .passes = leftOut.isEmpty()});
}

} // namespace loupe
