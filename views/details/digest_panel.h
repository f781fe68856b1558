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

/// The result of comparing a digest with pasted text.
enum class DigestMatch : std::uint8_t {
    Nothing, ///< there is no digest or no text
    Same,
    Different,
    OtherAlgorithm, ///< recognized by the length of the digest or by its source
    NoDigest, ///< not hexadecimal digits
};

/// `pasted` may be the output of common tools: "sha256:0a1b…", "0A1B…  model.safetensors".
DigestMatch compareDigest(const QString& digest, const QString& pasted);

/// Computes digests on demand. The result can be copied, and compared with a pasted digest or with one stated by a hub
/// or by a file next to the checkpoint.
class DigestPanel : public QWidget {
    Q_OBJECT

public:
    explicit DigestPanel(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Also offers the digest of this tensor.
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Starts to compute the digest of the tensor if one is offered. If that would fetch many bytes over the network,
    /// only selects it: the button then says how many.
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
    /// True if the expected digest comes from a sidecar file or the hub.
    bool expectsStated() const;
    /// True if the expected digest uses a different algorithm than the chosen one.
    bool expectsOtherAlgorithm() const;
    void invalidate();
    /// The bytes that the digest would fetch over the network if the user has to agree first; else 0.
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
    /// chosen by the user; another one may be shown for a stated digest
    DigestAlgorithm m_chosen = defaultDigestAlgorithm;
    QComboBox* m_target;
    QComboBox* m_algorithm;
    QPushButton* m_button;
    QLineEdit* m_result;
    QLineEdit* m_expected;
    QLabel* m_sign;
    QLabel* m_verdict;
};

} // namespace loupe
