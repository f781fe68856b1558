#pragma once

#include "items/session/digest_job.h"
#include "items/session/stated_digest_search.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

/// How a digest compares with a pasted text.
enum class DigestMatch : std::uint8_t {
    Nothing, ///< one of both is missing
    Same,
    Different,
    OtherAlgorithm, ///< recognized by its length, or by what states it
    NoDigest, ///< something other than hexadecimal digits
};

/// `pasted` may be what tools print: "sha256:0a1b…", "0A1B…  model.safetensors".
DigestMatch compareDigest(const QString& digest, const QString& pasted);

/// Computes digests on demand; the result can be copied and compared with one that is pasted, or that a file next to
/// the checkpoint's or a hub states.
class DigestPanel : public QWidget {
    Q_OBJECT

public:
    explicit DigestPanel(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Offers the digest of this tensor, too.
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Begins to compute the digest of the tensor, where one is offered. Where that fetches many bytes over the
    /// network, chooses it only: the button says how many.
    void computeTensor();

    void stop() { m_job.stop(); }
    bool isBusy() const { return m_job.isRunning(); }

signals:
    void busyChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void start();
    void changeTarget();
    void takeStated();
    DigestAlgorithm algorithm() const;
    void setAlgorithm(DigestAlgorithm algorithm);
    /// What is expected is what a side-car or the hub states.
    bool expectsStated() const;
    /// That is of another algorithm than the one that is chosen.
    bool expectsOtherAlgorithm() const;
    void invalidate();
    /// That the digest would fetch over the network, where somebody has to be asked; else 0.
    std::uint64_t bytesToAsk() const;
    void nameButton();
    void compare();
    DigestMatch match() const;
    void colorVerdict();
    void showProgress(const JobProgress& progress);

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    DigestJob m_job;
    StatedDigestSearch m_stated{this};
    DigestAlgorithm m_chosen = defaultDigestAlgorithm; ///< by people; for a stated digest another one may be shown
    QComboBox* m_target;
    QComboBox* m_algorithm;
    QPushButton* m_button;
    QLineEdit* m_result;
    QLineEdit* m_expected;
    QLabel* m_sign;
    QLabel* m_verdict;
};

} // namespace loupe
