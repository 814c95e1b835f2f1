//! Signed transactions: decoding, recovering the sender, and signing for the accounts of the server.

use alloy_consensus::{
    SignableTransaction, TxEip4844Variant, TxEnvelope, TypedTransaction, transaction::Recovered,
};
use alloy_eips::eip2718::Decodable2718;
use alloy_primitives::{Address, B256, Signature, U256, hex, keccak256};
use gigagas::{Fork, Set};
use k256::ecdsa::SigningKey;

use crate::error::Error;

/// Half the order of secp256k1: a higher s is not valid (EIP-2).
const HALF_ORDER: U256 = U256::from_limbs([
    0xdfe9_2f46_681b_20a0,
    0x5d57_6e73_57a4_501d,
    0xffff_ffff_ffff_ffff,
    0x7fff_ffff_ffff_ffff,
]);

/// Decodes a transaction and finds out who signed it.
///
/// A blob transaction may come with its blobs; their hashes must be those of the transaction. The blobs are
/// neither checked against the commitments nor kept.
///
/// # Errors
/// If it is malformed, or its signature is not valid.
pub(crate) fn decode(bytes: &[u8]) -> Result<Recovered<TxEnvelope>, Error> {
    let mut rest = bytes;
    let tx = TxEnvelope::decode_2718(&mut rest).map_err(Error::server)?;
    if !rest.is_empty() {
        return Err(Error::server("rlp: input contains more than one value"));
    }
    let tx = without_blobs(tx)?;
    let sender = recover(tx.signature(), tx.signature_hash()).ok_or_else(invalid_sender)?;
    Ok(Recovered::new_unchecked(tx, sender))
}

fn invalid_sender() -> Error {
    Error::server("invalid sender")
}

fn without_blobs(tx: TxEnvelope) -> Result<TxEnvelope, Error> {
    let TxEnvelope::Eip4844(signed) = tx else { return Ok(tx) };
    let (variant, signature, hash) = signed.into_parts();
    let inner = match variant {
        TxEip4844Variant::TxEip4844(inner) => inner,
        TxEip4844Variant::TxEip4844WithSidecar(with) => {
            let hashes: Vec<_> = with.sidecar.versioned_hashes().collect();
            if hashes != with.tx.blob_versioned_hashes {
                return Err(Error::server("blob hashes do not fit the commitments"));
            }
            with.tx
        }
    };
    let variant = TxEip4844Variant::TxEip4844(inner);
    Ok(TxEnvelope::Eip4844(alloy_consensus::Signed::new_unchecked(variant, signature, hash)))
}

/// Who signed `hash`, by our own ECRECOVER.
pub(crate) fn recover(signature: &Signature, hash: B256) -> Option<Address> {
    if signature.s() > HALF_ORDER {
        return None;
    }
    let mut input = [0; 128];
    input[..32].copy_from_slice(hash.as_slice());
    input[63] = 27 + u8::from(signature.v());
    input[64..96].copy_from_slice(&signature.r().to_be_bytes::<32>());
    input[96..].copy_from_slice(&signature.s().to_be_bytes::<32>());
    let mut out = [0; 32];
    let ecrecover = gigagas::Address::from_low(1);
    let done = Set::mainnet(Fork::LATEST).call(&ecrecover, &input, u64::MAX, &mut out).ok()?;
    (done.output_len == 32).then(|| Address::from_slice(&out[12..]))
}

/// An account that the server signs for.
#[derive(Debug, Clone)]
pub(crate) struct DevAccount {
    pub(crate) address: Address,
    key: SigningKey,
}

/// The keys m/44'/60'/0'/0/0 to 9 of [`crate::DEV_MNEMONIC`] (BIP-32, BIP-44).
const DEV_KEYS: [[u8; 32]; 10] = [
    hex!("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"),
    hex!("59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"),
    hex!("5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a"),
    hex!("7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6"),
    hex!("47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a"),
    hex!("8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba"),
    hex!("92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e"),
    hex!("4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356"),
    hex!("dbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97"),
    hex!("2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6"),
];

/// The ten accounts of the usual development phrase.
pub(crate) fn dev_accounts() -> Vec<DevAccount> {
    let account = |bytes: &[u8; 32]| {
        let key = SigningKey::from_slice(bytes).expect("0 < key < order");
        let point = key.verifying_key().to_sec1_point(false);
        let address = Address::from_slice(&keccak256(&point.as_bytes()[1..])[12..]);
        DevAccount { address, key }
    };
    DEV_KEYS.iter().map(account).collect()
}

impl DevAccount {
    /// Signs `tx`.
    pub(crate) fn sign(&self, tx: TypedTransaction) -> Recovered<TxEnvelope> {
        let signature = self.sign_hash(tx.signature_hash());
        let envelope = TxEnvelope::from(tx.into_signed(signature));
        Recovered::new_unchecked(envelope, self.address)
    }

    /// Signs a hash.
    pub(crate) fn sign_hash(&self, hash: B256) -> Signature {
        let (signature, id) = self.key.sign_prehash_recoverable(hash.as_slice());
        let bytes = signature.to_bytes();
        let r = U256::from_be_slice(&bytes[..32]);
        let s = U256::from_be_slice(&bytes[32..]);
        // The other solution has the other parity.
        Signature::new(r, s, id.is_y_odd()).normalized_s()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_consensus::TxLegacy;
    use alloy_eips::eip2718::Encodable2718;
    use alloy_primitives::address;

    #[test]
    fn accounts_are_the_usual_ones() {
        let accounts = dev_accounts();
        assert_eq!(accounts[0].address, address!("f39fd6e51aad88f6f4ce6ab8827279cfffb92266"));
        assert_eq!(accounts[9].address, address!("a0ee7a142d267c1f36714e4a8f75612f20a79720"));
    }

    #[test]
    fn what_an_account_signs_is_recovered() {
        for (account, nonce) in dev_accounts().iter().zip(0..) {
            let tx = TxLegacy { nonce, chain_id: Some(31337), ..TxLegacy::default() };
            let signed = account.sign(TypedTransaction::Legacy(tx));
            let decoded = decode(&signed.inner().encoded_2718()).unwrap();
            assert_eq!(decoded.signer(), account.address);
            assert_eq!(decoded.hash(), signed.hash());
        }
    }

    #[test]
    fn high_s_and_trailing_bytes_are_refused() {
        let account = &dev_accounts()[0];
        let signature = account.sign_hash(B256::repeat_byte(7));
        assert_eq!(recover(&signature, B256::repeat_byte(7)), Some(account.address));
        let order = HALF_ORDER * U256::from(2) + U256::from(1);
        let high = Signature::new(signature.r(), order - signature.s(), !signature.v());
        assert_eq!(recover(&high, B256::repeat_byte(7)), None);

        let signed = account.sign(TypedTransaction::Legacy(TxLegacy::default()));
        let mut bytes = signed.inner().encoded_2718();
        bytes.push(0);
        assert!(decode(&bytes).is_err());
        assert!(decode(&[]).is_err());
    }
}
