#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/session/stated_check_job.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace loupe {

/// Compares the tensors, on demand, with the digests that their file states for them, and names those that differ.
class StatedDigestsPanel : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t mostNamed = 20;

    explicit StatedDigestsPanel(const OpenedCheckpointPtr& opened, QWidget* parent = nullptr);

    void stop() { m_job.stop(); }
    bool isBusy() const { return m_job.isRunning(); }
    QPushButton& button() { return *m_button; }
    /// The outcome, or the progress.
    QString verdict() const;

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Verdict : std::uint8_t { None, Sound, Unsound };

    void toggle();
    void nameButton(bool running);
    void show(Verdict verdict, const QString& sentence);
    void showOutcome(const StatedOutcome& outcome);
    void clearNames();
    void color();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::uint64_t m_remoteBytes; ///< fetched over the network to read all values
    StatedCheckJob m_job;
    Verdict m_shown = Verdict::None;
    QPushButton* m_button;
    QLabel* m_sign;
    QLabel* m_verdict;
    QVBoxLayout* m_names; ///< names of the tensors that differ
};

} // namespace loupe
