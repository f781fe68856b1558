#include "views/details/digest_panel.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/session/fetch_consent.h"
#include "views/colors/theme.h"
#include "views/kit/plain_text.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace loupe {

namespace {

constexpr qsizetype longestTarget = 200; // characters of a name in the target box
constexpr int tensorTarget = -1; // other targets are file numbers

bool isHexadecimal(const QString& text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar character) {
        return (character >= u'0' && character <= u'9') || (character >= u'a' && character <= u'f');
    });
}

QString describeForLabel(const Error& error)
{
    constexpr qsizetype longest = 2000; // it may quote a long name
    return shownText(describe(error), longest);
}

} // namespace

DigestMatch compareDigest(const QString& digest, const QString& pasted)
{
    QString expected = pasted.simplified().section(u' ', 0, 0).toLower();
    expected = expected.mid(expected.lastIndexOf(u':') + 1);
    if (digest.isEmpty() || expected.isEmpty())
        return DigestMatch::Nothing;
    if (!isHexadecimal(expected))
        return DigestMatch::NoDigest;
    if (expected.size() != digest.size())
        return DigestMatch::OtherAlgorithm;
    return expected == digest ? DigestMatch::Same : DigestMatch::Different;
}

DigestPanel::DigestPanel(QWidget* parent)
    : QWidget(parent)
    , m_target(new QComboBox)
    , m_algorithm(new QComboBox)
    , m_button(new QPushButton(tr("Compute")))
    , m_result(new QLineEdit)
    , m_expected(new QLineEdit)
    , m_sign(new QLabel)
    , m_verdict(new QLabel)
{
    m_target->setAccessibleName(tr("Bytes to digest"));
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_target->setMinimumContentsLength(16);
    m_algorithm->setAccessibleName(tr("Algorithm"));
    for (const DigestAlgorithm algorithm : allDigestAlgorithms)
        m_algorithm->addItem(toQString(digestAlgorithmName(algorithm)), int(algorithm));
    setAlgorithm(m_chosen);
    // Keeps the button's width whether it says Compute or Stop.
    m_button->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Compute")) + 32);
    m_result->setReadOnly(true);
    m_result->setAccessibleName(tr("Digest"));
    m_result->setPlaceholderText(tr("Digest"));
    m_result->setFont(monospaceFont());
    m_expected->setAccessibleName(tr("Expected digest"));
    m_expected->setPlaceholderText(tr("Expected digest (paste to verify)"));
    m_expected->setClearButtonEnabled(true);
    m_expected->setFont(monospaceFont());
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);

    auto* const choice = new QHBoxLayout;
    choice->setSpacing(8);
    choice->addWidget(m_target, 1);
    choice->addWidget(m_algorithm);
    choice->addWidget(m_button);
    auto* const verdict = new QHBoxLayout;
    verdict->setSpacing(8);
    verdict->addWidget(m_sign);
    verdict->addWidget(m_verdict, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(choice);
    layout->addWidget(m_result);
    layout->addWidget(m_expected);
    layout->addLayout(verdict);
    m_verdict->setMinimumHeight(fontMetrics().height());

    connect(m_button, &QPushButton::clicked, this, &DigestPanel::start);
    connect(m_target, &QComboBox::currentIndexChanged, this, &DigestPanel::changeTarget);
    connect(&m_stated, &StatedDigestSearch::finished, this, &DigestPanel::takeStated);
    connect(m_algorithm, &QComboBox::currentIndexChanged, this, &DigestPanel::invalidate);
    connect(m_algorithm, &QComboBox::activated, this, [this] { m_chosen = algorithm(); });
    connect(m_expected, &QLineEdit::textChanged, this, &DigestPanel::compare);
    connect(&m_job, &DigestJob::finished, this, [this](const QString& digest) {
        m_result->setText(digest);
        m_result->setCursorPosition(0);
        compare();
    });
    connect(
        &m_job, &DigestJob::failed, this, [this](const Error& error) { m_verdict->setText(describeForLabel(error)); });
    connect(&m_job, &DigestJob::progressed, this, &DigestPanel::showProgress);
    connect(&m_job, &DigestJob::runningChanged, this, [this](bool running) {
        nameButton();
        if (!running)
            compare();
        emit busyChanged();
    });
    setCheckpoint(nullptr);
}

void DigestPanel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_tensor.reset();
    setEnabled(m_checkpoint != nullptr);
    {
        const QSignalBlocker blocker(m_target);
        m_target->clear();
        const std::size_t files = m_checkpoint ? m_checkpoint->files.size() : 0;
        for (std::size_t file = 0; file < files; ++file) {
            const QString name = shownText(m_checkpoint->files[file].path.filename().native(), longestTarget);
            m_target->addItem(files == 1 ? tr("Whole file") : name, int(file));
        }
    }
    changeTarget();
}

void DigestPanel::setTensor(std::optional<std::uint32_t> tensor)
{
    if (tensor == m_tensor || (tensor && (!m_checkpoint || *tensor >= m_checkpoint->tensors.size())))
        return;
    m_tensor = tensor;
    const int place = m_target->findData(tensorTarget);
    if (!tensor) {
        if (place >= 0)
            m_target->removeItem(place);
        return;
    }
    const QString text = tr("Tensor %1").arg(shownText(m_checkpoint->tensors[*tensor].name, longestTarget));
    if (place < 0)
        m_target->addItem(text, tensorTarget);
    else
        m_target->setItemText(place, text);
    if (m_target->currentData().toInt() == tensorTarget)
        invalidate();
}

void DigestPanel::computeTensor()
{
    const int place = m_target->findData(tensorTarget);
    if (place < 0)
        return;
    m_target->setCurrentIndex(place); // stops the digest of anything else
    if (!m_job.isRunning() && bytesToAsk() == 0)
        start();
}

std::uint64_t DigestPanel::bytesToAsk() const
{
    if (!m_checkpoint || m_target->currentIndex() < 0)
        return 0;
    const int target = m_target->currentData().toInt();
    if (target == tensorTarget)
        return m_tensor ? bytesToAskToWork(remoteBytes(*m_checkpoint, *m_tensor)) : 0;
    const auto& source = m_checkpoint->files[std::size_t(target)].source;
    return source && source->isRemote() ? bytesToAskToWork(source->size()) : 0;
}

void DigestPanel::nameButton()
{
    const std::uint64_t bytes = bytesToAsk();
    m_button->setText(m_job.isRunning() ? tr("Stop")
            : bytes > 0                 ? tr("Compute (fetch %1)").arg(toQString(formatBytes(bytes)))
                                        : tr("Compute"));
}

void DigestPanel::start()
{
    if (m_job.isRunning()) {
        m_job.stop();
        return;
    }
    if (!m_checkpoint || m_target->currentIndex() < 0)
        return;
    m_result->clear();
    compare();
    const int target = m_target->currentData().toInt();
    if (target == tensorTarget)
        m_job.startTensor(m_checkpoint, *m_tensor, algorithm());
    else
        m_job.startFile(m_checkpoint, std::uint32_t(target), algorithm());
}

DigestAlgorithm DigestPanel::algorithm() const
{
    return DigestAlgorithm(m_algorithm->currentData().toInt());
}

void DigestPanel::setAlgorithm(DigestAlgorithm algorithm)
{
    m_algorithm->setCurrentIndex(m_algorithm->findData(int(algorithm)));
}

void DigestPanel::changeTarget()
{
    if (expectsStated())
        m_expected->clear();
    m_stated.clear();
    setAlgorithm(m_chosen);
    const int target = m_target->currentIndex() < 0 ? tensorTarget : m_target->currentData().toInt();
    if (target != tensorTarget) {
        const CheckpointFile& file = m_checkpoint->files[std::size_t(target)];
        m_stated.start(file.path, file.source);
    }
    invalidate();
}

/// Keeps digests that the user has pasted or computed.
void DigestPanel::takeStated()
{
    const auto& found = m_stated.found();
    if (!found || !m_expected->text().isEmpty())
        return;
    if (!m_job.isRunning() && m_result->text().isEmpty())
        setAlgorithm(found->algorithm);
    m_expected->setText(toQString(found->digest));
    m_expected->setCursorPosition(0);
}

bool DigestPanel::expectsStated() const
{
    return m_stated.found() && m_expected->text() == toQString(m_stated.found()->digest);
}

bool DigestPanel::expectsOtherAlgorithm() const
{
    return expectsStated() && algorithm() != m_stated.found()->algorithm;
}

void DigestPanel::invalidate()
{
    m_job.stop();
    m_result->clear();
    nameButton();
    compare();
}

void DigestPanel::showProgress(const JobProgress& progress)
{
    const QString done = toQString(formatBytes(progress.done));
    const QString total = toQString(formatBytes(progress.total));
    const QString text = progress.secondsLeft
        ? tr("%1 of %2, %3 left").arg(done, total, toQString(formatDuration(*progress.secondsLeft)))
        : tr("%1 of %2").arg(done, total);
    m_sign->hide();
    m_verdict->setText(text);
}

void DigestPanel::compare()
{
    const bool isStated = expectsStated();
    const bool isOfHub = isStated && m_stated.found()->isOfHub();
    const QString stating = isOfHub ? tr("The hub")
        : isStated                  ? shownText(m_stated.found()->sideCar.filename().native(), longestTarget)
                                    : QString();
    const bool isOther = expectsOtherAlgorithm();
    QString sign;
    QString verdict;
    switch (match()) {
    case DigestMatch::Nothing:
        if (m_job.isRunning())
            break;
        if (isOfHub)
            verdict = isOther ? tr("%1 digest stated by the hub. Choose %1 and compute to verify.")
                                    .arg(toQString(digestAlgorithmName(m_stated.found()->algorithm)))
                              : tr("Digest stated by the hub. Compute to verify.");
        else if (isStated)
            verdict = (isOther ? tr("%1, next to the file, states its %2 digest. Choose %2 and compute to compare.")
                               : tr("%1, next to the file, states its %2 digest. Compute to compare."))
                          .arg(stating, toQString(digestAlgorithmName(m_stated.found()->algorithm)));
        break;
    case DigestMatch::Same:
        sign = QStringLiteral("✓");
        verdict = isOfHub ? tr("The digest matches the hub's.")
            : isStated    ? tr("The digest matches %1.").arg(stating)
                          : tr("The digests match.");
        break;
    case DigestMatch::Different:
        sign = QStringLiteral("✗");
        verdict = isOfHub ? tr("The digest does not match the hub's: the bytes differ.")
            : isStated    ? tr("The digest does not match %1: the bytes differ.").arg(stating)
                          : tr("The digests do not match: the bytes differ.");
        break;
    case DigestMatch::OtherAlgorithm:
        sign = QStringLiteral("?");
        verdict = isStated ? tr("%1 states the %2 digest. Choose %2 to compare.")
                                 .arg(stating, toQString(digestAlgorithmName(m_stated.found()->algorithm)))
                           : tr("The pasted digest has a different length. Choose the algorithm that made it.");
        break;
    case DigestMatch::NoDigest:
        sign = QStringLiteral("?");
        verdict = tr("The pasted text is not a hexadecimal digest.");
        break;
    }
    m_sign->setText(sign);
    m_sign->setVisible(!sign.isEmpty()); // without a sign, the text is aligned with the fields
    m_verdict->setText(verdict);
    colorVerdict();
}

DigestMatch DigestPanel::match() const
{
    const DigestMatch match = compareDigest(m_result->text(), m_expected->text());
    // Different algorithms may have digests of the same length.
    return expectsOtherAlgorithm() && match != DigestMatch::Nothing ? DigestMatch::OtherAlgorithm : match;
}

void DigestPanel::colorVerdict()
{
    const Theme& theme = Theme::of(palette());
    const DigestMatch found = match();
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
        found == DigestMatch::Same            ? theme.success
            : found == DigestMatch::Different ? theme.error
                                              : theme.mutedText);
    m_sign->setPalette(colors);
    m_verdict->setPalette(colors);
}

void DigestPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        colorVerdict();
    QWidget::changeEvent(event);
}

} // namespace loupe
