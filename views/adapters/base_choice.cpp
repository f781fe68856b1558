#include "views/adapters/base_choice.h"

#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "views/adapters/base_button.h"
#include "views/kit/plain_text.h"

#include <QHBoxLayout>
#include <QLineEdit>

#include <chrono>

namespace loupe {

namespace {

using namespace std::chrono_literals;

AdapterReportPtr withoutBase(const AdapterReport& report)
{
    return std::make_shared<const AdapterReport>(AdapterReport{.adapter = report.adapter,
        .figures = report.figures,
        .base = nullptr,
        .targets = {},
        .moduleNames = report.moduleNames,
        .targetNames = nullptr,
        .alike = report.alike});
}

} // namespace

BaseChoice::BaseChoice(AdapterReportPtr report, QWidget* parent)
    : QWidget(parent)
    , m_without(withoutBase(*report))
    , m_report(std::move(report))
    , m_path(new QLineEdit)
    , m_button(new BaseButton(tr("Choose base")))
{
    m_path->setAccessibleName(tr("Base"));
    m_path->setPlaceholderText(tr("File or folder of the model"));
    m_button->setFolder(localFolder(toQString(m_report->adapter->checkpoint->path)));
    if (m_report->base)
        m_path->setText(toQString(m_report->base->path));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_path, 1);
    row->addWidget(m_button);
    setFocusProxy(m_path);
    m_pause.setSingleShot(true);
    m_pause.setInterval(300ms);
    connect(&m_pause, &QTimer::timeout, this, &BaseChoice::openBase);
    connect(m_path, &QLineEdit::textEdited, this, &BaseChoice::openSoon);
    connect(m_button, &BaseButton::chosen, this, &BaseChoice::setPath);
}

void BaseChoice::setPath(const QString& path)
{
    m_path->setText(path);
    openBase();
}

void BaseChoice::openSoon()
{
    m_job.stop();
    m_pause.start();
    emit changed();
}

void BaseChoice::openBase()
{
    m_pause.stop();
    m_error.clear();
    m_report = m_without;
    const QString path = m_path->text().trimmed();
    if (path.isEmpty()) {
        m_job.stop();
        emit changed();
        return;
    }
    m_job.start([report = m_without, base = toPath(path)](const Work& work) { return withBase(report, base, work); },
        [this](Result<AdapterReportPtr> report) {
            if (report)
                m_report = std::move(*report);
            else
                m_error = shownSentences(report.error());
            emit changed();
        });
    emit changed();
}

std::vector<QWidget*> BaseChoice::controls() const
{
    return {m_path, m_button};
}

} // namespace loupe
