#include "views/writing/write_form.h"

#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/kit/tall_area.h"
#include "views/writing/cast_rows.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array plainTypes{DType::F32, DType::BF16, DType::F16};
constexpr int mostRowsAbove = 8; // rows of the grid; without a widget they take no room
constexpr int mostTypes = 4; // rows; more are scrolled

QString formatTitle(const OutputFormat& format)
{
    return QStringLiteral("%1 (%2)").arg(toQString(format.id()), toQString(format.suffix()));
}

QLabel* labelFor(QWidget* widget, const QString& text)
{
    auto* const label = new QLabel(text);
    label->setBuddy(widget);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

} // namespace

WriteForm::WriteForm(const WriteChoices& choices, QWidget* parent)
    : QWidget(parent)
    , m_formats(choices.formats)
    , m_several(choices.several)
    , m_grid(new QGridLayout(this))
    , m_path(new QLineEdit(choices.path))
    , m_browse(new QPushButton(tr("&Browse…")))
    , m_format(new QComboBox)
    , m_each(new QCheckBox(tr("On&e file per tensor")))
    , m_shards(new QComboBox)
    , m_dequantize(new QCheckBox(tr("Write &quantized weights as plain values")))
    , m_plainType(new QComboBox)
    , m_casts(new CastRows)
    , m_typesLabel(new QLabel(tr("Types")))
    , m_types(new TallArea(new QWidget))
    , m_dropShared(new QCheckBox(tr("Drop s&hared tensors (write each storage once)")))
    , m_verify(new QCheckBox(tr("&Verify after writing")))
    , m_asNow(choices.keepShards ? tr("unchanged") : QString())
    , m_keepsShards(choices.keepShards)
{
    for (const OutputFormat& one : m_formats)
        m_format->addItem(formatTitle(one));
    m_format->setAccessibleName(tr("Format"));
    m_path->setAccessibleName(tr("Where to write"));
    m_browse->setAutoDefault(false);
    m_shards->setEditable(true);
    m_shards->setAccessibleName(tr("Max shard size"));
    m_shards->addItems({tr("no limit"), QStringLiteral("1 GB"), QStringLiteral("2 GB"), QStringLiteral("5 GB"),
        QStringLiteral("10 GB"), QStringLiteral("50 GB")});
    if (m_keepsShards) {
        m_shards->insertItem(0, m_asNow);
        m_shards->setCurrentIndex(0);
    }
    m_shards->setMinimumContentsLength(10);
    m_shards->setToolTip(tr("Maximum bytes of tensors per shard, such as 5 GB or 500 MiB"));
    for (const DType dtype : plainTypes)
        m_plainType->addItem(toQString(dtypeName(dtype)));
    m_plainType->setAccessibleName(tr("DType of plain values"));
    m_plainType->setEnabled(false);
    m_dequantize->setToolTip(tr("Dequantize: without scales and other companion tensors"));
    m_dequantize->setVisible(choices.quantized);
    m_plainType->setVisible(choices.quantized);
    layOut();
    followPath();
    followKind();

    connect(m_path, &QLineEdit::textEdited, this, [this] {
        m_isPathChosen = true;
        followPath();
        followKind();
        emit changed();
    });
    connect(m_browse, &QPushButton::clicked, this, &WriteForm::browse);
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        m_isPathChosen = true;
        followFormat();
        followKind();
        emit changed();
    });
    connect(m_each, &QCheckBox::toggled, this, [this] {
        followFormat();
        followKind();
        emit changed();
    });
    connect(m_shards, &QComboBox::currentTextChanged, this, [this] {
        readShards();
        emit changed();
    });
    connect(m_dequantize, &QCheckBox::toggled, this, [this](bool checked) {
        m_plainType->setEnabled(checked);
        emit dequantizingChanged();
    });
    connect(m_plainType, &QComboBox::currentIndexChanged, this, &WriteForm::dequantizingChanged);
    connect(m_verify, &QCheckBox::clicked, this, [this](bool checked) { m_wantsVerified = checked; });
    connect(m_dropShared, &QCheckBox::toggled, this, &WriteForm::changed);
    connect(m_casts, &CastRows::changed, this, &WriteForm::changed);
    connect(m_casts, &CastRows::rowsChanged, this, &WriteForm::controlsChanged);
}

void WriteForm::layOut()
{
    auto* const column = new QVBoxLayout(m_types->widget());
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_casts);
    column->addStretch(1);
    giveTypesRoom(1);

    auto* const kind = new QHBoxLayout;
    kind->setSpacing(8);
    kind->addWidget(m_format);
    kind->addSpacing(16);
    kind->addWidget(labelFor(m_shards, tr("&Max shard size")));
    kind->addWidget(m_shards);
    kind->addStretch(1);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(labelFor(m_path, tr("&Write to")), mostRowsAbove, 0);
    m_grid->addWidget(m_path, mostRowsAbove, 1);
    m_grid->addWidget(m_browse, mostRowsAbove, 2);
    m_grid->addWidget(labelFor(m_format, tr("&Format")), mostRowsAbove + 1, 0);
    m_grid->addLayout(kind, mostRowsAbove + 1, 1, 1, 2);
    m_grid->addWidget(m_each, mostRowsAbove + 2, 1, 1, 2);
    m_each->setVisible(m_several);
    m_typesLabel->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_typesLabel->setContentsMargins(0, (rowHeight() - fontMetrics().height()) / 2, 0, 0);
    auto* const quantized = new QHBoxLayout;
    quantized->setSpacing(8);
    quantized->addWidget(m_dequantize);
    quantized->addWidget(m_plainType);
    quantized->addStretch(1);
    m_grid->addLayout(quantized, mostRowsAbove + 3, 1, 1, 2);
    m_grid->addWidget(m_typesLabel, mostRowsAbove + 4, 0, Qt::AlignTop | Qt::AlignRight);
    m_grid->addWidget(m_types, mostRowsAbove + 4, 1, 1, 2);
    m_grid->addWidget(m_verify, mostRowsAbove + 5, 1, 1, 2);
    m_grid->addWidget(m_dropShared, mostRowsAbove + 6, 1, 1, 2);
    m_dropShared->setVisible(false);
}

int WriteForm::rowHeight() const
{
    return m_format->sizeHint().height() + 4;
}

void WriteForm::giveTypesRoom(std::size_t types)
{
    for (QWidget* const widget : {static_cast<QWidget*>(m_typesLabel), static_cast<QWidget*>(m_types)})
        widget->setVisible(types > 0);
    m_types->setFixedHeight(
        std::clamp(static_cast<int>(std::min<std::size_t>(types, mostTypes)), 1, mostTypes) * rowHeight());
}

void WriteForm::addAbove(const QString& label, QWidget* widget)
{
    auto* const text = labelFor(widget, label);
    m_grid->addWidget(
        text, m_rowsAbove, 0, Qt::AlignRight | (widget->sizeHint().height() > 64 ? Qt::AlignTop : Qt::AlignVCenter));
    m_grid->addWidget(widget, m_rowsAbove, 1, 1, 2);
    ++m_rowsAbove;
}

void WriteForm::propose(const QString& path)
{
    if (m_isPathChosen || m_path->text() == path)
        return;
    m_path->setText(path);
    followPath();
    followKind();
    emit changed();
}

OutputFormat WriteForm::format() const
{
    return m_formats[std::size_t(std::max(m_format->currentIndex(), 0))];
}

void WriteForm::fillIn(WritingRequest& request) const
{
    const QString text = m_path->text().trimmed();
    request.format = format();
    request.path = text.isEmpty() ? QString() : QFileInfo(text).absoluteFilePath();
    request.eachItsFile = m_each->isChecked();
    request.casts = m_casts->casts();
    request.leftOut = m_casts->leftOut();
    request.dropsShared = m_dropShared->isChecked();
    request.shardSize = m_shards->isEnabled() ? m_shardSize : 0;
    request.keepShards = m_shards->isEnabled() && m_keepsShards;
}

void WriteForm::showTypes(const std::vector<WritingPreview::Share>& dtypes)
{
    m_casts->setTypes(dtypes, format());
    giveTypesRoom(dtypes.size());
}

void WriteForm::showShared(quint64 tensors)
{
    m_dropShared->setVisible(tensors > 0);
    m_dropShared->setToolTip(
        tr("%1 tensor(s) share the storage of another one", nullptr, pluralOf(tensors)).arg(groupedCount(tensors)));
}

bool WriteForm::keepsTensorsAsTheyAre() const
{
    const bool dropsShared = !m_dropShared->isHidden() && m_dropShared->isChecked();
    const auto casts = m_casts->casts();
    return !dropsShared && !dequantizedTo() && m_casts->leftOut().none()
        && std::ranges::all_of(casts, [](const CastRule& rule) { return rule.from == rule.to; });
}

std::optional<DType> WriteForm::dequantizedTo() const
{
    return m_dequantize->isChecked() ? std::optional(plainTypes[std::size_t(m_plainType->currentIndex())])
                                     : std::nullopt;
}

bool WriteForm::verifies() const
{
    return m_verify->isChecked();
}

/// Selects the format of the suffix, if it has one.
void WriteForm::followPath()
{
    if (m_each->isChecked())
        return;
    const auto meant = outputFormatFor(toPath(m_path->text().trimmed()));
    const auto found = meant ? std::find(m_formats.begin(), m_formats.end(), *meant) : m_formats.end();
    if (found == m_formats.end())
        return;
    const QSignalBlocker blocker(m_format);
    m_format->setCurrentIndex(int(found - m_formats.begin()));
}

/// Sets the suffix of the format; none if the path is a folder.
void WriteForm::followFormat()
{
    const QString text = m_path->text();
    const auto meant = outputFormatFor(toPath(text));
    if (!m_each->isChecked() && meant && *meant == format())
        return;
    QString path = text;
    if (isIndexName(toPath(text)))
        path.chop(qsizetype(indexSuffix.size()));
    if (meant)
        path.truncate(path.size() - (QFileInfo(path).suffix().size() + 1));
    if (!m_each->isChecked())
        path += toQString(format().suffix());
    m_path->setText(path);
}

/// Disables choices that do not apply to the kind of file.
void WriteForm::followKind()
{
    const bool needsEach = m_several && !format().holdsSeveral();
    if (needsEach != m_forcedEach && needsEach != m_each->isChecked()) {
        const QSignalBlocker blocker(m_each);
        m_each->setChecked(needsEach);
        followFormat();
        m_forcedEach = needsEach;
    }
    m_casts->setFormat(format());
    m_each->setEnabled(!needsEach);
    m_shards->setEnabled(format().isCheckpoint() && !m_each->isChecked());
    m_verify->setEnabled(format().canVerify());
    m_verify->setChecked(format().canVerify() && m_wantsVerified);
}

void WriteForm::readShards()
{
    const QString text = m_shards->currentText().trimmed();
    m_error.clear();
    m_shardSize = 0;
    m_keepsShards = !m_asNow.isEmpty() && text == m_asNow;
    if (m_keepsShards || text.isEmpty() || text == tr("no limit"))
        return;
    const auto size = parseByteSize(text.toStdString());
    if (size)
        m_shardSize = *size;
    else
        m_error = tr("Max shard size: %1.").arg(toQString(size.error().message));
}

void WriteForm::browse()
{
    auto* const dialog = new QFileDialog(this, m_each->isChecked() ? tr("Write to a folder") : tr("Write to"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QFileInfo now(m_path->text());
    if (m_each->isChecked()) {
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        // The preview already shows what would be replaced.
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setFileMode(QFileDialog::AnyFile);
    }
    dialog->setDirectory(now.absolutePath());
    if (!m_each->isChecked())
        dialog->selectFile(now.fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_isPathChosen = true;
        m_path->setText(path);
        followPath();
        followKind();
        emit changed();
    });
    dialog->open();
}

std::vector<QWidget*> WriteForm::controls() const
{
    std::vector<QWidget*> list{m_path, m_browse, m_format, m_shards, m_each, m_dequantize, m_plainType};
    const auto casts = m_casts->controls();
    list.insert(list.end(), casts.begin(), casts.end());
    list.push_back(m_verify);
    list.push_back(m_dropShared);
    return list;
}

} // namespace loupe
