#include "views/writing/left_out_dialog.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
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
    const quint64 all = listed + left.unlisted;
    return left.unlisted == 0 ? LeftOutDialog::tr("%1 item(s) skipped:", nullptr, pluralOf(all)).arg(groupedCount(all))
                              : LeftOutDialog::tr("%1 item(s) skipped, the first %2:", nullptr, pluralOf(all))
                                    .arg(groupedCount(all), groupedCount(listed));
}

} // namespace

LeftOutDialog::LeftOutDialog(const LeftOut& left, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Skipped"));
    setSizeGripEnabled(true);
    const QString text = left.list.join(u'\n');
    auto* const list = new PlainEdit(text);
    list->setReadOnly(true);
    list->setLineWrapMode(QPlainTextEdit::NoWrap);
    list->setTabChangesFocus(true);
    list->setAccessibleName(tr("Skipped tensors and files"));
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
