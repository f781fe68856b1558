#include "views/writing/left_out_dialog.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/kit/plain_edit.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace loupe {

namespace {

QString countText(const LeftOut& left)
{
    const auto listed = quint64(left.list.size());
    const QString all = toQString(formatCount(listed + left.unlisted));
    return left.unlisted == 0
        ? LeftOutDialog::tr("%1 left out:").arg(all)
        : LeftOutDialog::tr("%1 left out, the first %2:").arg(all, toQString(formatCount(listed)));
}

} // namespace

LeftOutDialog::LeftOutDialog(const LeftOut& left, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Left out"));
    setSizeGripEnabled(true);
    const QString text = left.list.join(u'\n');
    auto* const list = new PlainEdit(text);
    list->setReadOnly(true);
    list->setLineWrapMode(QPlainTextEdit::NoWrap);
    list->setTabChangesFocus(true);
    list->setAccessibleName(tr("What is left out"));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* const copy = buttons->addButton(tr("&Copy all"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [text] { QGuiApplication::clipboard()->setText(text); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(new QLabel(countText(left)));
    layout->addWidget(list, 1);
    layout->addWidget(buttons);
    resize(640, 400);
}

} // namespace loupe
